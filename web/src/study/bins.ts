// Columns in equal parts, and how many rows lie in each part of two columns: what is drawn of a million rows are counts.

export const parts = 128;
/** A value that is missing lies in part 128. */
export const stride = parts + 1;

export interface Range {
  low: number;
  high: number;
}

/** Of the finite values. */
export function rangeOf(values: Float64Array): Range {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    if (x < low && x !== -Infinity) low = x;
    if (x > high && x !== Infinity) high = x;
  }
  if (low > high) return {low: 0, high: 1};
  return low < high
    ? {low, high}
    : {low: low - Math.max(Math.abs(low), 1) / 2, high: high + Math.max(Math.abs(high), 1) / 2};
}

export function binsOf(values: Float64Array, {low, high}: Range): Uint8Array {
  const bins = new Uint8Array(values.length);
  const factor = parts / (high - low);
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    const part = Math.floor((x - low) * factor);
    bins[i] = Number.isFinite(x) ? Math.min(parts - 1, Math.max(0, part)) : parts;
  }
  return bins;
}

/** counts[a * stride + b] of the rows of the list. */
export function countPairs(a: Uint8Array, b: Uint8Array, rows: Uint32Array, size: number, counts: Uint32Array): void {
  counts.fill(0);
  for (let k = 0; k < size; k++) {
    const i = rows[k]!;
    counts[a[i]! * stride + b[i]!]!++;
  }
}

/** Of all rows. */
export function countAllPairs(a: Uint8Array, b: Uint8Array, counts: Uint32Array): void {
  counts.fill(0);
  for (let i = 0; i < a.length; i++) counts[a[i]! * stride + b[i]!]!++;
}
