// The tree of the model: sections, their elements, and of each element its data with units and its columns with live values. Only
// what is open is in the page, in pieces of 200, so that thousands of bodies cost nothing.

import {whenCalm} from '../calm.ts';
import type {ElementRef, Scene, SectionName, TreeElement} from '../data/types.ts';
import {button, fill, h, icon} from '../parts/dom.ts';
import {count} from '../parts/format.ts';
import type {PageState} from '../state.ts';
import {ColumnList, type LiveColumns} from './live_columns.ts';
import './panels.css';

const piece = 200;

export interface TreeActions {
  plot(columns: string[]): void;
  /** Shows the element in the text; undefined where there is no editor. */
  goto?(line: number): void;
}

interface Found {
  section: SectionName;
  element: TreeElement;
}

const keyOf = (ref: ElementRef) => `${ref.section}/${ref.name}`;

/** Elements whose name, type or section has all the words, in the order of the model. */
export function searched(scene: Scene, words: string): Found[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Found[] = [];
  for (const section of scene.sections)
    for (const element of section.elements) {
      const text = `${element.name} ${element.type} ${section.name}`.toLowerCase();
      if (wanted.every((each) => text.includes(each))) found.push({section: section.name, element});
    }
  return found;
}

/** Elements of subsystems in folders of their own; those of the file itself stay. */
export function foldersOf(
  elements: TreeElement[],
  subsystems: string[],
): {own: TreeElement[]; folders: Map<string, TreeElement[]>} {
  const own: TreeElement[] = [];
  const folders = new Map<string, TreeElement[]>();
  for (const element of elements) {
    const part = subsystems.find((each) => element.name.startsWith(`${each}.`));
    if (part === undefined) own.push(element);
    else folders.set(part, [...(folders.get(part) ?? []), element]);
  }
  return {own, folders};
}

export class ModelTree {
  private search: HTMLInputElement;
  private list = h('div', {class: 'tree'});
  /** Sections, and folders in them: "bodies", "bodies:left". */
  private openSections = new Set<string>(['bodies', 'joints']);
  private openElements = new Set<string>();
  /** Which elements of a section are in the page: from, to. */
  private shown = new Map<string, [number, number]>();
  private lists: ColumnList[] = [];

  constructor(
    private host: HTMLElement,
    private state: PageState,
    private live: LiveColumns,
    private actions: TreeActions,
  ) {
    this.search = h('input', {
      class: 'field tree-search',
      type: 'search',
      placeholder: 'Search elements',
      'aria-label': 'Search elements',
      oninput: () => this.draw(),
    });
    this.list.addEventListener('keydown', (event) => this.key(event));
    host.append(this.search, this.list);
    const drawCalmly = whenCalm(state, () => this.draw());
    state.scene.follow(drawCalmly);
    state.run.listen(drawCalmly);
    state.selection.listen((ref) => this.reveal(ref));
  }

  private draw(): void {
    for (const each of this.lists) each.end();
    this.lists = [];
    const scene = this.state.scene.value;
    const run = this.state.run.value;
    if (run && !run.scene) {
      const columns = new ColumnList(run.table.names(), this.live, this.actions.plot);
      this.lists.push(columns);
      fill(
        this.list,
        h('p', {class: 'panel-note'}, `${run.info.name} is a table without a model. Its columns:`),
        columns.root,
      );
      return;
    }
    if (!scene) {
      fill(this.list, h('p', {class: 'panel-note'}, 'There is no model to show.'));
      return;
    }
    const words = this.search.value.trim();
    this.shown.delete('found');
    if (words) this.drawFound(searched(scene, words));
    else
      fill(
        this.list,
        scene.sections.map((each) => this.section(each.name, each.elements)),
      );
  }

  private drawFound(found: Found[]): void {
    const list = h('ul', {class: 'tree-list'});
    fill(this.list, h('p', {class: 'panel-note', role: 'status'}, `${count(found.length, 'element')} found`), list);
    this.pieces(list, 'found', found);
  }

  private section(name: SectionName, elements: TreeElement[]): HTMLElement {
    const list = h('ul', {class: 'tree-list'});
    const {own, folders} = foldersOf(elements, this.subsystems());
    const fillList = () => {
      const found = (all: TreeElement[]) => all.map((element) => ({section: name, element}));
      this.pieces(list, name, found(own));
      for (const [part, inside] of folders) {
        const items = h('ul', {class: 'tree-list'});
        const key = `${name}:${part}`;
        const head = this.branch(key, part, inside.length, 'tree-folder', items, () =>
          this.pieces(items, key, found(inside)),
        );
        list.append(h('li', {class: 'tree-part', dataset: {folder: key}}, head, items));
      }
    };
    const head = this.branch(name, name.replaceAll('_', ' '), elements.length, 'tree-section', list, fillList);
    return h('section', {dataset: {section: name}}, head, list);
  }

  /** Names of the subsystems: their elements are in folders. */
  private subsystems(): string[] {
    const parts = this.state.scene.value?.sections.find((each) => each.name === 'subsystems');
    return parts?.elements.map((each) => each.name) ?? [];
  }

  /** The row that opens and closes a list, which is filled when it is first open. */
  private branch(
    key: string,
    label: string,
    size: number,
    kind: string,
    list: HTMLElement,
    fillList: () => void,
  ): HTMLElement {
    const open = this.openSections.has(key);
    list.hidden = !open;
    const head = h(
      'button',
      {
        type: 'button',
        class: `tree-row ${kind}`,
        'aria-expanded': String(open),
        onclick: () => {
          const now = list.hidden;
          list.hidden = !now;
          head.setAttribute('aria-expanded', String(now));
          if (now) this.openSections.add(key);
          else this.openSections.delete(key);
          if (now && list.childElementCount === 0) fillList();
        },
      },
      icon('chevron'),
      h('span', {class: 'tree-name'}, label),
      h('span', {class: 'tree-count'}, String(size)),
    );
    if (open) fillList();
    return head;
  }

  /** A stretch of the elements, with buttons for those before and after it. */
  private pieces(list: HTMLElement, key: string, all: Found[]): void {
    const [from, to] = this.shown.get(key) ?? [0, piece];
    const grow = (next: [number, number], focus: number) => {
      this.shown.set(key, next);
      this.pieces(list, key, all);
      this.endLost();
      list.querySelectorAll<HTMLElement>(':scope > .tree-element > .tree-row')[focus - next[0]]?.focus();
    };
    const more = (label: string, onclick: () => void) =>
      h('li', {class: 'tree-more'}, button(label, onclick, {class: 'small'}));
    const before = Math.max(0, from - piece);
    const after = Math.min(all.length, to + piece);
    fill(
      list,
      from > 0 && more(`Show ${from - before} before, of ${all.length}`, () => grow([before, to], from)),
      all.slice(from, to).map((each) => this.element(each)),
      to < all.length && more(`Show ${after - to} more, of ${all.length}`, () => grow([from, after], to)),
    );
  }

  private element({section, element}: Found): HTMLElement {
    const ref = {section, name: element.name};
    const key = keyOf(ref);
    const row = h('li', {class: 'tree-element', dataset: {key}});
    const selected = this.state.selection.value;
    const head = h(
      'button',
      {
        type: 'button',
        class: 'tree-row',
        'aria-expanded': String(this.openElements.has(key)),
        'aria-current': selected && keyOf(selected) === key ? 'true' : null,
        onclick: () => {
          const open = !this.openElements.has(key);
          this.open(row, {section, element}, open);
          if (open) this.state.selection.value = ref;
        },
      },
      icon('chevron'),
      h('span', {class: 'tree-name'}, element.name),
      !element.active && h('span', {class: 'badge'}, 'off'),
      h('span', {class: 'tree-type'}, element.type.replaceAll('_', ' ')),
    );
    row.append(head);
    if (this.openElements.has(key)) row.append(this.detail(element));
    return row;
  }

  private open(row: HTMLElement, found: Found, open: boolean): void {
    const key = keyOf({section: found.section, name: found.element.name});
    if (open) this.openElements.add(key);
    else this.openElements.delete(key);
    row.querySelector('.tree-row')?.setAttribute('aria-expanded', String(open));
    row.querySelector('.tree-detail')?.remove();
    if (open) row.append(this.detail(found.element));
    this.endLost();
  }

  /** Columns that are no longer in the page need no values. */
  private endLost(): void {
    const gone = this.lists.filter((each) => !each.root.isConnected);
    for (const each of gone) each.end();
    this.lists = this.lists.filter((each) => !gone.includes(each));
  }

  private detail(element: TreeElement): HTMLElement {
    const run = this.state.run.value;
    const columns = element.columns.filter((name) => run?.table.has(name));
    const list = columns.length > 0 ? new ColumnList(columns, this.live, this.actions.plot) : null;
    if (list) this.lists.push(list);
    const {goto} = this.actions;
    return h(
      'div',
      {class: 'tree-detail'},
      element.data.length > 0 &&
        h(
          'dl',
          {class: 'tree-data'},
          element.data.map((each) =>
            h(
              'div',
              {title: each.help || null},
              h('dt', {}, each.key.replaceAll('_', ' ')),
              h('dd', {}, each.value, each.unit && each.unit !== '1' && h('span', {class: 'unit'}, ` ${each.unit}`)),
            ),
          ),
        ),
      list?.root,
      goto &&
        element.line > 0 &&
        h(
          'p',
          {class: 'tree-line'},
          button(`line ${element.line} of the text`, () => goto(element.line), {class: 'small'}),
        ),
    );
  }

  /** Opens and shows an element that was picked elsewhere. */
  private reveal(ref: ElementRef | null): void {
    for (const each of this.list.querySelectorAll('[aria-current]')) each.removeAttribute('aria-current');
    const scene = this.state.scene.value;
    if (!ref || !scene) return;
    const section = scene.sections.find((each) => each.name === ref.section);
    const at = section?.elements.findIndex((each) => each.name === ref.name) ?? -1;
    if (!section || at < 0) return;
    let row = this.row(ref);
    if (!row) {
      this.search.value = '';
      this.openSections.add(ref.section);
      this.openElements.add(keyOf(ref));
      // Its place among those that stand beside it, in its folder or without one.
      const {own, folders} = foldersOf(section.elements, this.subsystems());
      const [part, beside] = [...folders].find(([, all]) => all.includes(section.elements[at]!)) ?? ['', own];
      const key = part ? `${ref.section}:${part}` : ref.section;
      this.openSections.add(key);
      const place = beside.indexOf(section.elements[at]!);
      const start = piece * Math.floor(place / piece);
      const [from, to] = this.shown.get(key) ?? [0, piece];
      if (place < from || place >= to) this.shown.set(key, [start, start + piece]);
      this.draw();
      row = this.row(ref);
    } else if (!this.openElements.has(keyOf(ref))) {
      this.open(row, {section: ref.section, element: section.elements[at]!}, true);
    }
    const list = row?.closest('ul');
    for (let each = list; each; each = each.parentElement?.closest('ul') ?? null)
      if (each.hidden) (each.previousElementSibling as HTMLElement).click();
    row?.querySelector('.tree-row')?.setAttribute('aria-current', 'true');
    this.scrollToSelection();
  }

  /** Also when the panel comes into sight. */
  scrollToSelection(): void {
    if (this.host.offsetParent)
      this.list.querySelector('[aria-current]')?.parentElement?.scrollIntoView({block: 'nearest'});
  }

  private row(ref: ElementRef): HTMLElement | null {
    return this.list.querySelector(`[data-key="${CSS.escape(keyOf(ref))}"]`);
  }

  /** Up and down go from row to row, left and right close and open. */
  private key(event: KeyboardEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('.tree-row');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const expanded = row.getAttribute('aria-expanded') === 'true';
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const rows = [...this.list.querySelectorAll<HTMLElement>('.tree-row')].filter((each) => each.offsetParent);
      rows[rows.indexOf(row) + step]?.focus();
    } else if (event.key === 'ArrowRight' && !expanded) row.click();
    else if (event.key === 'ArrowLeft' && expanded) row.click();
    else if (event.key === 'ArrowLeft') row.closest('section')?.querySelector<HTMLElement>('.tree-section')?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
