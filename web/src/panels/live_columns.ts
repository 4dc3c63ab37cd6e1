// Columns with their values at the time on show, and a button each that plots it.
import {button, h, iconButton} from '../parts/dom.ts';
import {number} from '../parts/format.ts';
import type {LoadedRun, PageState} from '../state.ts';

const piece = 60;

/** The value at t of samples over a rising axis, linear in between, the nearest end outside. */
export function interpolated(axis: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  const n = Math.min(axis.length, values.length);
  if (n === 0) return Number.NaN;
  let low = 0;
  let high = n - 1;
  if (!(t > axis[0]!)) return values[0]!;
  if (t >= axis[high]!) return values[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (axis[middle]! <= t) low = middle;
    else high = middle;
  }
  const width = axis[high]! - axis[low]!;
  const part = width > 0 ? (t - axis[low]!) / width : 0;
  return values[low]! + part * (values[high]! - values[low]!);
}

interface Watch {
  names: string[];
  axis: Float64Array | null;
  values: Float64Array[];
  show(i: number, value: number): void;
}

/** Brings values to all that watch, once a frame. */
export class LiveColumns {
  private watches = new Set<Watch>();
  private waiting = false;

  constructor(private state: PageState) {
    state.time.listen(() => this.soon());
    state.run.listen(() => {
      for (const each of this.watches) this.load(each);
    });
  }

  unit(name: string): string {
    return this.state.run.value?.table.unit(name) ?? '';
  }

  watch(names: string[], show: (i: number, value: number) => void): () => void {
    const watch: Watch = {names, axis: null, values: [], show};
    this.watches.add(watch);
    this.load(watch);
    return () => this.watches.delete(watch);
  }

  private async load(watch: Watch): Promise<void> {
    watch.axis = null;
    const run: LoadedRun | null = this.state.run.value;
    if (!run || !watch.names.every((name) => run.table.has(name))) return;
    try {
      const [axis, ...values] = await run.table.load([run.table.axis, ...watch.names]);
      if (this.state.run.value !== run || !axis) return;
      watch.axis = axis;
      watch.values = values;
      this.soon();
    } catch {
      // A report leaves columns out for size: they have no live value.
    }
  }

  private soon(): void {
    if (this.waiting || this.watches.size === 0) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      const t = this.state.time.value;
      for (const each of this.watches)
        if (each.axis)
          for (let i = 0; i < each.values.length; ++i) each.show(i, interpolated(each.axis, each.values[i]!, t));
    });
  }
}

export class ColumnList {
  readonly root = h('ul', {class: 'columns'});
  private stops: (() => void)[] = [];

  constructor(
    private names: string[],
    private live: LiveColumns,
    private plot: (columns: string[]) => void,
  ) {
    this.add(0);
  }

  private add(from: number): void {
    const some = this.names.slice(from, from + piece);
    const outputs = some.map(() => h('output', {class: 'column-value', 'aria-live': 'off'}, '–'));
    some.forEach((name, i) => {
      const unit = this.live.unit(name);
      this.root.append(
        h(
          'li',
          {},
          h('span', {class: 'column-name mono', title: name}, name),
          outputs[i],
          h('span', {class: 'unit'}, unit === '1' ? '' : unit),
          iconButton('plot', `plot ${name}`, () => this.plot([name]), {class: 'small'}),
        ),
      );
    });
    const shown: string[] = [];
    this.stops.push(
      this.live.watch(some, (i, value) => {
        const text = number(value, 5);
        if (text !== shown[i]) outputs[i]!.textContent = shown[i] = text;
      }),
    );
    const rest = this.names.length - from - some.length;
    if (rest > 0) {
      const more = button(
        `Show more columns (${rest})`,
        () => {
          more.parentElement!.remove();
          this.add(from + piece);
        },
        {class: 'small'},
      );
      this.root.append(h('li', {class: 'tree-more'}, more));
    }
  }

  end(): void {
    for (const stop of this.stops) stop();
  }
}
