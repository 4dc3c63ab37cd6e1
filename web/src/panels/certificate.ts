// The tab of the run certificate: how the run was computed, and how far it can be trusted.
import {whenCalm} from '../calm.ts';
import {fill, h, icon} from '../parts/dom.ts';
import {number} from '../parts/format.ts';
import type {PageState} from '../state.ts';
import {certificate, energyUnit} from './certificate_rows.ts';

export class CertificatePanel {
  constructor(
    private host: HTMLElement,
    private state: PageState,
  ) {
    state.run.follow(whenCalm(state, () => this.draw()));
  }

  private draw(): void {
    const run = this.state.run.value;
    const summary = run?.summary;
    if (!run || !summary) {
      fill(
        this.host,
        h(
          'p',
          {class: 'panel-note'},
          run
            ? `${run.info.name} has no certificate: it is a table.`
            : 'There is no run yet. Run the model to see how far its results can be trusted.',
        ),
      );
      return;
    }
    const elements =
      (summary.balance as {elements?: {name: string; work: number; dissipated: number}[]} | null)?.elements ?? [];
    fill(
      this.host,
      h(
        'header',
        {class: 'certificate-head'},
        h('h2', {}, run.info.name),
        h('p', {}, summary.message || summary.status),
      ),
      summary.methods.why &&
        h(
          'p',
          {class: 'certificate-why'},
          summary.methods.why.split('; ').map((each) => h('span', {}, each)),
        ),
      certificate(summary).map((part) =>
        h(
          'section',
          {},
          h('h3', {}, part.title),
          h(
            'table',
            {class: 'certificate'},
            h(
              'tbody',
              {},
              part.rows.map((row) =>
                h(
                  'tr',
                  {},
                  h('th', {scope: 'row', title: row.meaning || null}, row.label),
                  h(
                    'td',
                    {class: row.verdict ?? null},
                    row.verdict && icon(row.verdict === 'good' ? 'check' : 'warning'),
                    row.value,
                  ),
                ),
              ),
            ),
          ),
          h(
            'details',
            {class: 'certificate-meaning'},
            h('summary', {}, 'What this means'),
            h('dl', {}, meanings(part.rows)),
          ),
          part.title === 'Energy' && elements.length > 0 && this.balance(elements, energyUnit(summary)),
        ),
      ),
    );
  }

  private balance(elements: {name: string; work: number; dissipated: number}[], unit: string): HTMLElement {
    return h(
      'table',
      {class: 'certificate balance'},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', {scope: 'col'}, 'Element'),
          h('th', {scope: 'col'}, `work ${unit}`),
          h('th', {scope: 'col'}, `dissipated ${unit}`),
        ),
      ),
      h(
        'tbody',
        {},
        elements
          .slice(0, 200)
          .map((each) =>
            h(
              'tr',
              {},
              h('th', {scope: 'row'}, each.name),
              h('td', {}, number(each.work, 5)),
              h('td', {}, number(each.dissipated, 5)),
            ),
          ),
      ),
    );
  }
}

/** Each meaning once, under the labels that share it. */
function meanings(rows: {label: string; meaning: string}[]): HTMLElement[] {
  const labels = new Map<string, string[]>();
  for (const {label, meaning} of rows) if (meaning) labels.set(meaning, [...(labels.get(meaning) ?? []), label]);
  return [...labels].map(([meaning, names]) => h('div', {}, h('dt', {}, names.join(', ')), h('dd', {}, meaning)));
}
