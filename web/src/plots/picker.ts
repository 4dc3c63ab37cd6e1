// Chooses columns: a field to search in, and below it the columns by element. Arrow keys move, Enter or a click chooses, Escape closes.
import {findColumns} from './column_filter.ts';
import {button, make} from './elements.ts';

export interface Pick {
  title: string;
  names: string[];
  unit: (name: string) => string;
  chosen: string[];
  /** One: a click ends it. */
  many: boolean;
  /** Told at once at every choice; answers what is chosen now. */
  take: (name: string, on: boolean) => void;
}

/** More are not shown at once: there may be a hundred thousand. */
const most = 400;
let opened = 0;

export function pickColumns(host: HTMLElement, pick: Pick): void {
  opened += 1;
  const id = `plot-picker-${opened}`;
  const before = document.activeElement as HTMLElement | null;
  const chosen = new Set(pick.chosen);
  const search = make('input', {
    type: 'search',
    placeholder: 'Search: some letters, as in "cran an"',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': id,
    'aria-label': 'Search columns',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const list = make('div', {class: 'plot-picker-list', role: 'listbox', id, 'aria-label': pick.title});
  if (pick.many) list.setAttribute('aria-multiselectable', 'true');
  const told = make('p', {class: 'plot-picker-told', 'aria-live': 'polite'});
  const dialog = make(
    'dialog',
    {class: 'plot-picker', 'aria-label': pick.title},
    make(
      'header',
      {},
      make('strong', {}, pick.title),
      button('✕', 'Close', () => dialog.close()),
    ),
    search,
    list,
    told,
  );
  let options: HTMLElement[] = [];
  let active = -1;

  const activate = (at: number) => {
    options[active]?.classList.remove('plot-active');
    active = Math.max(0, Math.min(options.length - 1, at));
    const option = options[active];
    option?.classList.add('plot-active');
    option?.scrollIntoView({block: 'nearest'});
    if (option) search.setAttribute('aria-activedescendant', option.id);
    else search.removeAttribute('aria-activedescendant');
  };
  const choose = (option: HTMLElement) => {
    const name = option.dataset.name!;
    const on = !pick.many || !chosen.has(name);
    if (on) chosen.add(name);
    else chosen.delete(name);
    option.setAttribute('aria-selected', String(on));
    pick.take(name, on);
    if (!pick.many) dialog.close();
  };
  const fill = () => {
    const groups = findColumns(pick.names, search.value);
    const total = groups.reduce((sum, each) => sum + each.columns.length, 0);
    options = [];
    list.replaceChildren();
    for (const group of groups) {
      if (options.length >= most) break;
      const head = make(
        'div',
        {class: 'plot-picker-head', id: `${id}-g${list.childElementCount}`},
        group.element || 'model',
      );
      const rows = make('div', {role: 'group', 'aria-labelledby': head.id}, head);
      for (const name of group.columns.slice(0, most - options.length)) {
        const unit = pick.unit(name);
        const option = make(
          'div',
          {role: 'option', id: `${id}-${options.length}`, 'aria-selected': String(chosen.has(name)), 'data-name': name},
          make('span', {class: 'plot-picker-tick', 'aria-hidden': 'true'}),
          make('span', {}, name),
          make('span', {class: 'plot-unit'}, unit),
        );
        options.push(option);
        rows.append(option);
      }
      list.append(rows);
    }
    told.textContent =
      total === 0
        ? 'No column has these letters in this order.'
        : total > options.length
          ? `${options.length} of ${total} columns: type more letters.`
          : `${total} column${total === 1 ? '' : 's'}`;
    active = -1;
    if (options.length > 0) activate(0);
  };

  search.addEventListener('input', fill);
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation(); // the keys of the player
    const moves: Record<string, number> = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10};
    const by = moves[event.key];
    if (by !== undefined) activate(active + by);
    else if (event.key === 'Escape')
      dialog.close(); // also where the field has text, which browsers would clear first
    else if (event.key === 'Enter' && document.activeElement === search && options[active]) choose(options[active]!);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const option = (event.target as HTMLElement).closest<HTMLElement>('[role=option]');
    if (!option) return;
    activate(options.indexOf(option));
    choose(option);
    if (pick.many) search.focus();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    before?.focus();
  });
  host.append(dialog);
  fill();
  dialog.showModal();
  search.focus();
}
