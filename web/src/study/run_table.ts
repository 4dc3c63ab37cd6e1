// The selected runs as a table of any length: only the rows in sight are elements.
import type {Selection} from './selection.ts';
import {shown} from './study_data.ts';

const rowHeight = 24; // as in study.css
const tallest = 8_000_000; // browsers cut taller elements

export class RunTable {
  readonly element = document.createElement('div');
  private readonly head = document.createElement('div');
  private readonly inner = document.createElement('div');
  private order: Uint32Array = new Uint32Array(0);
  private sortedBy: {column: number; down: boolean} | null = null;
  private late = 0;
  picked: number | null = null;

  constructor(
    private readonly selection: Selection,
    private readonly pick: (row: number) => void,
  ) {
    this.element.className = 'runs';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'grid');
    this.element.setAttribute('aria-label', 'Runs');
    this.head.className = 'runs-head';
    this.head.setAttribute('role', 'row');
    this.inner.className = 'runs-inner';
    this.element.append(this.head, this.inner);
    this.element.addEventListener('scroll', () => this.draw());
    this.element.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
    const names = [
      'run',
      ...selection.data.columns.map((each) => each.name + (each.unit ? ` [${each.unit}]` : '')),
      'remark',
    ];
    names.forEach((name, i) => {
      const cell = document.createElement('button');
      cell.type = 'button';
      cell.textContent = name;
      cell.title = name;
      if (i > 0 && i <= selection.data.columns.length) cell.addEventListener('click', () => this.sort(i - 1));
      else cell.addEventListener('click', () => this.sort(null));
      this.head.append(cell);
    });
    this.element.style.setProperty('--columns', String(names.length));
    this.update();
  }

  /** The selection has changed. While it is dragged, sorting waits. */
  update(): void {
    this.order = this.selection.rows.subarray(0, this.selection.size);
    this.element.setAttribute('aria-rowcount', String(this.selection.size));
    if (this.sortedBy) {
      clearTimeout(this.late);
      this.late = window.setTimeout(() => this.apply(), this.selection.size > 50_000 ? 300 : 0);
    }
    this.draw();
  }

  private sort(column: number | null): void {
    this.sortedBy = column === null ? null : {column, down: this.sortedBy?.column === column && !this.sortedBy.down};
    [...this.head.children].forEach((cell, i) => {
      const by = this.sortedBy?.column === i - 1 ? (this.sortedBy.down ? 'descending' : 'ascending') : 'none';
      cell.setAttribute('aria-sort', by);
    });
    this.apply();
  }

  /** Missing values come last. */
  private apply(): void {
    this.order = this.selection.rows.slice(0, this.selection.size);
    if (this.sortedBy) {
      const {values} = this.selection.data.columns[this.sortedBy.column]!;
      const sign = this.sortedBy.down ? -1 : 1;
      this.order.sort((a, b) => {
        const [x, y] = [values[a]!, values[b]!];
        if (x === y) return a - b;
        if (Number.isNaN(x)) return 1;
        return Number.isNaN(y) ? -1 : sign * (x - y) || 0;
      });
    }
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!by || this.order.length === 0) return;
    event.preventDefault();
    const at = this.picked === null ? -1 : this.order.indexOf(this.picked);
    const next = Math.min(this.order.length - 1, Math.max(0, at + by));
    this.pick(this.order[next]!);
    this.reveal(next);
  }

  private get pitch(): number {
    return Math.min(rowHeight, tallest / Math.max(1, this.order.length));
  }

  private reveal(place: number): void {
    const top = place * this.pitch;
    const room = this.element.clientHeight - 2 * rowHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + room) this.element.scrollTop = top - room;
  }

  draw(): void {
    const {data} = this.selection;
    const {pitch} = this;
    this.inner.style.height = `${this.order.length * pitch + rowHeight}px`;
    const first = Math.min(this.order.length, Math.floor(this.element.scrollTop / pitch));
    const many = Math.ceil(this.element.clientHeight / rowHeight) + 1;
    const rows: HTMLElement[] = [];
    for (let k = first; k < Math.min(this.order.length, first + many); k++) {
      const row = this.order[k]!;
      const line = document.createElement('div');
      line.className = 'run';
      line.setAttribute('role', 'row');
      line.classList.toggle('failed', data.reason[row]! < 0);
      line.classList.toggle('picked', row === this.picked);
      line.style.top = `${this.element.scrollTop + (k - first) * rowHeight}px`;
      const cells = [
        data.purpose === 'optimize' || data.purpose === 'identify'
          ? `${data.task[row]}·${data.step[row]}`
          : `${data.task[row]}`,
        ...data.columns.map((each) => shown(each, each.values[row]!)),
        data.reasons[Math.abs(data.reason[row]!) - 1] ?? '',
      ];
      for (const text of cells) {
        const cell = document.createElement('span');
        cell.textContent = text;
        cell.setAttribute('role', 'gridcell');
        line.append(cell);
      }
      line.lastElementChild!.setAttribute('title', cells.at(-1)!);
      line.addEventListener('click', () => this.pick(row));
      rows.push(line);
    }
    this.inner.replaceChildren(...rows);
  }
}
