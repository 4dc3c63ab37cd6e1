// The tab of the constraint doctor: its findings, each with a button that makes its joints stand out in 3-D.
import {whenCalm} from '../calm.ts';
import {fill, h, icon, marked} from '../parts/dom.ts';
import type {PageState} from '../state.ts';
import {type Finding, findings, verdict} from './doctor_findings.ts';

const signs = {good: 'check', info: 'info', warn: 'warning', bad: 'warning'} as const;
const kinds = {good: 'good', info: 'for information', warn: 'worth a look', bad: 'failed'} as const;

const mostMotions = 6;

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

export class Doctor {
  private buttons: {button: HTMLButtonElement; elements: string[]}[] = [];
  readonly drawCalmly: () => void;

  constructor(
    private host: HTMLElement,
    private state: PageState,
    /** The findings are those of the model as it is being edited. */
    private edited: () => boolean,
  ) {
    this.drawCalmly = whenCalm(state, () => this.draw());
    state.summary.follow(this.drawCalmly);
    state.highlight.listen(() => this.press());
  }

  draw(): void {
    const summary = this.state.summary.value;
    this.buttons = [];
    this.state.highlight.value = [];
    if (!summary) {
      fill(
        this.host,
        h('p', {class: 'panel-note'}, 'There are no findings: nothing was run, or this is a table without a model.'),
      );
      return;
    }
    const all = findings(summary);
    const kind = all.some((each) => each.kind === 'bad')
      ? 'bad'
      : all.some((each) => each.kind === 'warn')
        ? 'warn'
        : 'good';
    fill(
      this.host,
      h(
        'header',
        {class: `doctor-head ${kind}`},
        icon(signs[kind]),
        h(
          'div',
          {},
          h('h2', {}, verdict(all)),
          h('p', {class: 'soft'}, this.edited() ? 'The model as it is edited now' : 'The model of the run on show'),
        ),
      ),
      this.shortened(all),
    );
    this.press();
  }

  /** A long chain has a motion for each joint: the first few, the rest on demand. */
  private shortened(all: Finding[]): HTMLElement[] {
    const shown = all.map((each) => this.finding(each));
    const motions = shown.filter((_, i) => all[i]!.title.startsWith('Motion '));
    if (motions.length <= mostMotions) return shown;
    const rest = motions.slice(mostMotions);
    const more = h('details', {class: 'finding-more'}, h('summary', {}, `${rest.length} more motions`), rest);
    return [...shown.filter((each) => !rest.includes(each)), more];
  }

  private finding(found: Finding): HTMLElement {
    return h(
      'article',
      {class: `finding ${found.kind}`},
      h(
        'div',
        {class: 'finding-head'},
        h('span', {class: 'finding-sign', title: kinds[found.kind]}, icon(signs[found.kind])),
        h('h3', {}, found.title, h('span', {class: 'visually-hidden'}, ` (${kinds[found.kind]})`)),
        found.elements.length > 0 && this.show(found),
      ),
      found.text.map((each) => h('p', {}, marked(each))),
      found.lists.map((list) =>
        h(
          'div',
          {class: 'finding-list'},
          h('h4', {}, list.title),
          h(
            'ul',
            {},
            list.items.map((each) => h('li', {}, marked(each))),
          ),
        ),
      ),
    );
  }

  private show(found: Finding): HTMLElement {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        'aria-pressed': 'false',
        title: `Make ${found.elements.join(', ')} stand out in 3-D`,
        onclick: () => {
          const on = same(this.state.highlight.value, found.elements);
          this.state.highlight.value = on ? [] : found.elements;
        },
      },
      icon('eye'),
      'Show',
    );
    button.setAttribute('aria-label', `Show ${found.title}`);
    this.buttons.push({button, elements: found.elements});
    return button;
  }

  private press(): void {
    const now = this.state.highlight.value;
    for (const {button, elements} of this.buttons)
      button.setAttribute('aria-pressed', String(now.length > 0 && same(now, elements)));
  }
}
