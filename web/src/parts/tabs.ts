// Tabs: arrow keys go from one to the next, only the chosen one is in the order of Tab.
import {h} from './dom.ts';

export interface Tab {
  id: string;
  label: string;
  panel: HTMLElement;
}

export class Tabs {
  readonly bar = h('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Panels'});
  private buttons = new Map<string, HTMLButtonElement>();
  current = '';

  constructor(
    private tabs: Tab[],
    private chosen: (id: string) => void,
  ) {
    for (const {id, label, panel} of tabs) {
      const button = h(
        'button',
        {
          type: 'button',
          class: 'tab',
          role: 'tab',
          id: `tab-${id}`,
          'aria-controls': `panel-${id}`,
          onclick: () => this.choose(id),
        },
        label,
      );
      panel.id = `panel-${id}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${id}`);
      panel.tabIndex = -1;
      this.buttons.set(id, button);
      this.bar.append(button);
    }
    this.bar.addEventListener('keydown', (event) => this.key(event));
  }

  choose(id: string): void {
    if (!this.buttons.has(id)) return;
    this.current = id;
    for (const {id: each, panel} of this.tabs) {
      const on = each === id;
      panel.hidden = !on;
      const button = this.buttons.get(each)!;
      button.setAttribute('aria-selected', String(on));
      button.tabIndex = on ? 0 : -1;
      if (on) button.scrollIntoView?.({block: 'nearest', inline: 'nearest'});
    }
    this.chosen(id);
  }

  private key(event: KeyboardEvent): void {
    const at = this.tabs.findIndex((each) => each.id === this.current);
    const last = this.tabs.length - 1;
    const to = {ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last}[
      event.key
    ];
    const next = to === undefined ? undefined : this.tabs[to];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(next.id);
    this.buttons.get(next.id)!.focus();
  }
}
