// The head of the printed page: what was computed, how, when.
import {fill, h} from './parts/dom.ts';
import type {PageState} from './state.ts';

export function printHead(state: PageState): HTMLElement {
  const root = h('div', {class: 'print-head'});
  state.run.follow((run) => {
    const summary = run?.summary;
    const methods = summary
      ? [
          summary.methods.coordinates && `${summary.methods.coordinates} coordinates`,
          summary.methods.formulation,
          summary.methods.stabilization,
          summary.methods.integrator,
        ].filter((each) => each && each !== 'none')
      : [];
    const row = (label: string, value: string) => value !== '' && h('div', {}, h('dt', {}, label), h('dd', {}, value));
    fill(
      root,
      h('h1', {}, run?.scene?.name ?? summary?.model ?? run?.info.name ?? 'bricard'),
      h(
        'dl',
        {},
        row('Run', run?.info.name ?? ''),
        row('Analysis', (run?.info.analysis ?? '').replaceAll('_', ' ')),
        row('Methods', methods.join(', ').replaceAll('_', ' ')),
        row('Date', (run?.info.created ?? '').replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC')),
        row('Program', `bricard ${state.project.value.version}`),
      ),
    );
  });
  return root;
}
