// The run on show, the runs drawn over it, and the removal of runs that the page has made: the parts of the header that choose.

import {liveId} from '../data/source.ts';
import type {RunInfo} from '../data/types.ts';
import {choose} from '../parts/dialog.ts';
import {fill, h, icon, iconButton} from '../parts/dom.ts';
import type {PageState} from '../state.ts';

export interface RunsActions {
  /** Shows a model that has not been run; only where it can be edited. */
  openModel(id: string): Promise<void>;
}

/** What is said about a run in lists: its status where that is not "done". */
export function labelOf(run: RunInfo): string {
  return run.status && run.status !== 'done' ? `${run.name} (${run.status})` : run.name;
}

export class Runs {
  private select = h('select', {class: 'run-select', 'aria-label': 'Run', onchange: () => this.chosen()});
  private list = h('div', {class: 'popover runs-list', popover: 'auto', role: 'dialog', 'aria-label': 'Overlays'});
  private open = h('button', {type: 'button', class: 'button', 'aria-haspopup': 'dialog'});

  constructor(
    host: HTMLElement,
    private state: PageState,
    private actions: RunsActions,
  ) {
    this.open.popoverTargetElement = this.list;
    this.list.addEventListener('beforetoggle', () => {
      const {left, bottom} = this.open.getBoundingClientRect();
      this.list.style.top = `${bottom + 4}px`;
      this.list.style.left = `${Math.max(8, Math.min(left, innerWidth - 348))}px`;
    });
    host.append(this.select, this.open, this.list);
    state.project.listen(() => this.draw());
    state.run.listen(() => this.draw());
    state.overlays.listen(() => this.draw());
    this.draw();
  }

  private draw(): void {
    const {runs, models, live} = this.state.project.value;
    const {info} = this.state.run.value ?? {};
    const shown = info?.id;
    const bare = live ? models.filter((model) => !runs.some((run) => run.model === model.id)) : [];
    fill(
      this.select,
      runs.map((run) => h('option', {value: run.id, selected: run.id === shown}, labelOf(run))),
      info?.id === liveId && h('option', {value: liveId, selected: true}, info.name),
      bare.map((model) => h('option', {value: `model:${model.id}`, selected: !shown}, `${model.name} (not run yet)`)),
    );
    this.select.hidden = runs.length + bare.length < 2 && shown !== liveId;
    this.open.hidden = runs.length < 2 && !runs.some((each) => each.made);
    const over = this.state.overlays.value.length;
    fill(
      this.open,
      icon('layers'),
      h('span', {class: 'wide-only'}, 'Overlays'),
      over > 0 && h('span', {class: 'count'}, String(over)),
    );
    this.open.setAttribute('aria-label', `Overlays, ${over} shown`);
    // While it is open only what changed: the focus stays.
    const focused = (document.activeElement as HTMLElement | null)?.dataset.run;
    fill(
      this.list,
      h('h2', {}, 'Runs'),
      h('p', {class: 'soft'}, 'Ticked runs are drawn over the run on show, in plots and as ghosts in 3-D.'),
      h(
        'ul',
        {},
        runs.map((run) => this.row(run, run.id === shown)),
      ),
    );
    if (focused) this.list.querySelector<HTMLElement>(`[data-run="${CSS.escape(focused)}"]`)?.focus();
  }

  private row(run: RunInfo, shown: boolean): HTMLElement {
    const set = Object.entries(run.set).map(([name, value]) => `${name} = ${value}`);
    return h(
      'li',
      {},
      h(
        'label',
        {title: run.message || null},
        h('input', {
          type: 'checkbox',
          'aria-label': run.name,
          dataset: {run: run.id},
          disabled: shown,
          checked: this.state.overlays.value.some((each) => each.info.id === run.id),
          onchange: () => this.toggle(run.id),
        }),
        h('span', {}, labelOf(run), set.length > 0 && h('span', {class: 'soft'}, set.join(', '))),
      ),
      shown && h('span', {class: 'badge'}, 'on show'),
      run.made && iconButton('trash', `Remove ${run.name}`, () => this.remove(run), {class: 'small'}),
    );
  }

  private async chosen(): Promise<void> {
    const {value} = this.select;
    try {
      if (value === liveId) return;
      if (value.startsWith('model:')) await this.actions.openModel(value.slice(6));
      else {
        await this.state.show(value);
        const others = this.state.overlays.value.map((each) => each.info.id).filter((id) => id !== value);
        if (others.length !== this.state.overlays.value.length) await this.state.overlay(others);
      }
    } catch (trouble) {
      this.state.tell((trouble as Error).message, 'error');
      this.draw();
    }
  }

  private async toggle(id: string): Promise<void> {
    const now = this.state.overlays.value.map((each) => each.info.id);
    try {
      await this.state.overlay(now.includes(id) ? now.filter((each) => each !== id) : [...now, id]);
    } catch (trouble) {
      this.state.tell((trouble as Error).message, 'error');
      this.draw();
    }
  }

  private async remove(run: RunInfo): Promise<void> {
    const answer = await choose(`Remove ${run.name}?`, 'Its results are deleted from the disk.', [
      {label: 'Remove', value: 'yes'},
      {label: 'Keep', value: 'no', primary: true},
    ]);
    if (answer !== 'yes') return;
    try {
      await this.state.source.remove(run.id);
      const project = await this.state.source.project();
      const {memory} = this.state.project.value;
      await this.state.overlay(this.state.overlays.value.map((each) => each.info.id).filter((id) => id !== run.id));
      this.state.project.value = {...project, memory: {...project.memory, ...memory}};
      if (this.state.run.value?.info.id !== run.id) return;
      const next = project.runs.filter((each) => each.model === run.model).at(-1) ?? project.runs.at(-1);
      if (next) await this.state.show(next.id);
      else {
        this.state.run.value = null;
        if (run.model) await this.actions.openModel(run.model);
      }
    } catch (trouble) {
      this.state.tell((trouble as Error).message, 'error');
    }
  }
}
