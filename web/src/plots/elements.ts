// Small pieces of the document that the plots are made of.

type Attributes = Record<string, string | number | boolean | undefined>;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** A button with a short sign; its name is read out and shown as a tip. */
export function button(sign: string, name: string, act: () => void, kind = 'plot-button'): HTMLButtonElement {
  const out = make('button', {type: 'button', class: kind, title: name, 'aria-label': name}, sign);
  out.addEventListener('click', act);
  return out;
}

export interface MenuEntry {
  words: string;
  act: () => void;
  /** Set: an entry that is on or off. */
  on?: boolean;
  disabled?: boolean;
}

/** A button that opens a list; arrow keys move in it, Escape and a click elsewhere close it. */
export function menu(sign: string, name: string, entries: () => MenuEntry[]): HTMLElement {
  const opener = make(
    'button',
    {
      type: 'button',
      class: 'plot-button',
      title: name,
      'aria-label': name,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    },
    sign,
  );
  const root = make('div', {class: 'plot-menu'}, opener);
  let list: HTMLElement | null = null;
  const elsewhere = (event: Event) => {
    if (!root.contains(event.target as Node)) close(false);
  };
  const close = (refocus: boolean) => {
    list?.remove();
    list = null;
    opener.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', elsewhere, true);
    if (refocus) opener.focus();
  };
  const open = () => {
    list = make('div', {class: 'plot-menu-list', role: 'menu', 'aria-label': name});
    for (const entry of entries()) {
      const item = make(
        'button',
        {
          type: 'button',
          role: entry.on === undefined ? 'menuitem' : 'menuitemcheckbox',
          'aria-checked': entry.on === undefined ? undefined : String(entry.on),
          disabled: entry.disabled === true,
          tabindex: -1,
        },
        entry.on === undefined ? entry.words : `${entry.on ? '☑' : '☐'} ${entry.words}`,
      );
      item.addEventListener('click', () => {
        close(true);
        entry.act();
      });
      list.append(item);
    }
    list.addEventListener('keydown', (event) => {
      const items = [...(list?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
      const at = items.indexOf(document.activeElement as HTMLButtonElement);
      if (event.key === 'Escape') close(true);
      else if (event.key === 'Tab') close(false);
      else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
      else if (event.key === 'ArrowUp') items[(at + items.length - 1) % items.length]?.focus();
      else if (event.key === 'Home') items[0]?.focus();
      else if (event.key === 'End') items[items.length - 1]?.focus();
      else return;
      event.stopPropagation();
      if (event.key !== 'Tab') event.preventDefault();
    });
    root.append(list);
    list.classList.toggle('plot-menu-up', list.getBoundingClientRect().bottom > innerHeight);
    opener.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', elsewhere, true);
    list.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
  };
  opener.addEventListener('click', () => (list ? close(true) : open()));
  return root;
}

export interface Tokens {
  paper: string;
  ink: string;
  soft: string;
  line: string;
  series: string[];
}

const known = new Map<string | undefined, Tokens>();

/** The colors of the page as they are now; asked of the document once for each theme. */
export function tokens(): Tokens {
  const {theme} = document.documentElement.dataset;
  const found = known.get(theme) ?? readTokens();
  known.set(theme, found);
  return found;
}

function readTokens(): Tokens {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const series = ['#1f5fbf', '#b3470f', '#1d7a43', '#8a3fae', '#b0223f', '#0f7785', '#7a6200', '#4d5560'];
  return {
    paper: token('--paper', '#ffffff'),
    ink: token('--ink', '#1a1d21'),
    soft: token('--ink-soft', '#555c66'),
    line: token('--line', '#d5d9de'),
    series: series.map((color, i) => token(`--series-${i + 1}`, color)),
  };
}
