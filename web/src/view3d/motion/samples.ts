// Columns of a run, row after row in the order of the axis, and their values at any value of the axis.
import type {Source} from '../../data/source.ts';
import type {RunDetail} from '../../data/types.ts';

/** No set of columns has more numbers than this (64 MB): large models are thinned further than long runs. */
export const mostNumbers = 1 << 23;
const mostRows = 20000;
/** Columns of one request. */
const together = 1000;

/** Values of the axis in rising order; finds the row of a value, fast where values follow each other. */
export class Rows {
  /** The last row whose value is not above the asked one, but the last of all is never it where there are two or more. */
  row = 0;
  /** Where the asked value is between the row and the next: 0 to 1. */
  fraction = 0;

  constructor(readonly values: Float64Array) {}

  get count(): number {
    return this.values.length;
  }

  /** Sets row and fraction; values outside are held at the ends. */
  find(value: number): void {
    const {values} = this;
    const last = values.length - 2;
    if (last < 0) {
      this.row = 0;
      this.fraction = 0;
      return;
    }
    let row = Math.min(this.row, last);
    if (!(value >= values[row]! && (row === last || value < values[row + 1]!))) {
      if (row < last && value >= values[row + 1]! && (row + 1 === last || value < values[row + 2]!)) row += 1;
      else row = this.search(value, last);
    }
    const from = values[row]!;
    const span = values[row + 1]! - from;
    this.row = row;
    this.fraction = span > 0 ? Math.min(Math.max((value - from) / span, 0), 1) : value > from ? 1 : 0;
  }

  private search(value: number, last: number): number {
    let low = 0;
    let high = last + 1;
    // values[low] <= value < values[high], as far as there are such rows
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.values[middle]! <= value) low = middle;
      else high = middle;
    }
    return low;
  }
}

export class Samples {
  /** `width` numbers for each row. */
  readonly data: Float64Array;
  readonly rows: Rows;

  constructor(
    axis: Float64Array,
    readonly names: string[],
    columns: Float64Array[],
  ) {
    const order = risingRows(axis);
    const width = names.length;
    this.rows = new Rows(Float64Array.from(order, (row) => axis[row]!));
    this.data = new Float64Array(order.length * width);
    columns.forEach((column, c) => {
      for (let i = 0; i < order.length; ++i) this.data[i * width + c] = column[order[i]!]!;
    });
  }

  get width(): number {
    return this.names.length;
  }

  /** Linear between rows; where one of two is not finite, the other. */
  at(value: number, into: Float64Array): void {
    const {rows, data, width} = this;
    if (rows.count === 0) {
      into.fill(Number.NaN);
      return;
    }
    rows.find(value);
    const a = rows.row * width;
    const b = rows.count > 1 ? a + width : a;
    const f = rows.fraction;
    for (let c = 0; c < width; ++c) {
      const first = data[a + c]!;
      const second = data[b + c]!;
      const between = f === 0 ? first : f === 1 ? second : first + f * (second - first);
      into[c] = Number.isFinite(between) ? between : Number.isFinite(first) ? first : second;
    }
  }
}

/** The rows in rising order of the axis; rows of equal values keep their order (before and after an event), others are left out. */
function risingRows(axis: Float64Array): number[] {
  const order: number[] = [];
  let rising = true;
  for (let i = 0; i < axis.length; ++i) {
    if (!Number.isFinite(axis[i])) continue;
    if (order.length > 0 && axis[i]! < axis[order[order.length - 1]!]!) rising = false;
    order.push(i);
  }
  if (!rising) order.sort((a, b) => axis[a]! - axis[b]! || a - b);
  return order;
}

/** How many rows of `width` columns are asked for. */
export function rowsFor(rows: number, width: number): number {
  return Math.min(rows, mostRows, Math.max(2, Math.floor(mostNumbers / Math.max(width, 1))));
}

export async function loadSamples(source: Source, detail: RunDetail, names: string[]): Promise<Samples> {
  const points = rowsFor(detail.rows, names.length);
  const range = points < detail.rows ? {thin: {points, by: 'every' as const}} : {};
  const [axis] = await source.columns(detail.id, [detail.axis], range);
  const columns: Float64Array[] = [];
  for (let from = 0; from < names.length; from += together)
    columns.push(...(await source.columns(detail.id, names.slice(from, from + together), range)));
  return new Samples(axis as Float64Array, names, columns);
}
