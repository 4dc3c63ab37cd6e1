// Rows of columns as functions: where a value lies, what stands between rows, differences, and the figures of a stretch.

const orders = new WeakMap<Float64Array, 1 | -1 | 0>();

/** 1: rising, -1: falling (equal neighbors allowed, as at events), 0: neither. Found once: columns do not change. */
export function orderOf(x: Float64Array): 1 | -1 | 0 {
  let order = orders.get(x);
  if (order === undefined) {
    order = findOrder(x);
    orders.set(x, order);
  }
  return order;
}

function findOrder(x: Float64Array): 1 | -1 | 0 {
  let rising = true;
  let falling = true;
  for (let i = 1; i < x.length; ++i) {
    if (!(x[i]! >= x[i - 1]!)) rising = false;
    if (!(x[i]! <= x[i - 1]!)) falling = false;
    if (!rising && !falling) return 0;
  }
  return rising ? 1 : -1;
}

/** The last row whose value is not beyond `at` (-1: none), for rows that rise, or fall with order -1. */
export function rowBefore(x: Float64Array, at: number, order: 1 | -1 = 1): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order * x[middle]! <= order * at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The row nearest to `at`; rows may go to and fro. */
export function nearestRow(x: Float64Array, at: number, order: 1 | -1 | 0 = orderOf(x)): number {
  if (order !== 0) {
    const before = rowBefore(x, at, order);
    if (before < 0) return x.length > 0 ? 0 : -1;
    if (before + 1 >= x.length) return before;
    return Math.abs(x[before + 1]! - at) < Math.abs(at - x[before]!) ? before + 1 : before;
  }
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < x.length; ++i) {
    const d = Math.abs(x[i]! - at);
    if (d < distance) {
      distance = d;
      best = i;
    }
  }
  return best;
}

/** y at x = at, linear between rows; NaN outside of them. */
export function valueAt(x: Float64Array, y: Float64Array, at: number, order: 1 | -1 | 0 = orderOf(x)): number {
  const rows = x.length;
  if (rows === 0) return Number.NaN;
  if (order === 0) return y[nearestRow(x, at, 0)] ?? Number.NaN;
  const i = rowBefore(x, at, order);
  if (i < 0) return Number.NaN;
  if (x[i] === at) return y[i]!;
  if (i + 1 >= rows) return Number.NaN;
  const part = (at - x[i]!) / (x[i + 1]! - x[i]!);
  return y[i]! + part * (y[i + 1]! - y[i]!);
}

/**
 * other − own at every row of `x`, `other` linear between its rows; NaN where it has none. Both must rise (or both fall).
 * Float32 times of reports do not end at exactly the same number: the ends are taken with 1e-6 of the span.
 */
export function difference(
  x: Float64Array,
  own: Float64Array,
  otherX: Float64Array,
  other: Float64Array,
): Float64Array {
  const order = orderOf(otherX);
  const first = otherX[0] ?? Number.NaN;
  const last = otherX[otherX.length - 1] ?? Number.NaN;
  const slack = 1e-6 * Math.abs(last - first);
  return own.map((value, i) => {
    const at = x[i]!;
    if (Math.abs(at - first) <= slack && rowBefore(otherX, at, order || 1) < 0) return other[0]! - value;
    if (Math.abs(at - last) <= slack && order * at > order * last) return other[other.length - 1]! - value;
    return valueAt(otherX, other, at, order) - value;
  });
}

export interface Figures {
  min: number;
  max: number;
  mean: number;
  rms: number;
  /** The largest absolute value, and where it is. */
  peak: number;
  peakAt: number;
  rows: number;
}

/** Mean and RMS are integrals over x by the trapezoidal rule, so that uneven rows do not count unevenly. NaN rows are left out. */
export function figures(x: Float64Array, y: Float64Array, from = -Infinity, to = Infinity): Figures {
  const out: Figures = {min: NaN, max: NaN, mean: NaN, rms: NaN, peak: NaN, peakAt: NaN, rows: 0};
  let weight = 0;
  let first = 0;
  let second = 0;
  let plain = 0;
  let plainSquares = 0;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let i = 0; i < y.length; ++i) {
    const at = x[i]!;
    const value = y[i]!;
    if (!(at >= from && at <= to) || !Number.isFinite(value)) {
      lastY = Number.NaN;
      continue;
    }
    if (!(out.min <= value)) out.min = value;
    if (!(out.max >= value)) out.max = value;
    if (!(out.peak >= Math.abs(value))) {
      out.peak = Math.abs(value);
      out.peakAt = at;
    }
    out.rows += 1;
    plain += value;
    plainSquares += value * value;
    if (!Number.isNaN(lastY)) {
      const h = Math.abs(at - lastX);
      weight += h;
      first += (h * (value + lastY)) / 2;
      second += (h * (value * value + value * lastY + lastY * lastY)) / 3; // exact for a line
    }
    lastX = at;
    lastY = value;
  }
  if (out.rows > 0) {
    out.mean = weight > 0 ? first / weight : plain / out.rows;
    out.rms = Math.sqrt(weight > 0 ? second / weight : plainSquares / out.rows);
  }
  return out;
}

/** Rows at even distance, linear between the given ones; rows without a value are passed over. */
export function resample(
  x: Float64Array,
  y: Float64Array,
  count: number,
): {start: number; step: number; y: Float64Array} {
  const keep: number[] = [];
  for (let i = 0; i < y.length; ++i) {
    const before = keep[keep.length - 1];
    if (Number.isFinite(y[i]!) && Number.isFinite(x[i]!) && (before === undefined || x[i]! > x[before]!)) keep.push(i);
  }
  const xs = Float64Array.from(keep, (i) => x[i]!);
  const ys = Float64Array.from(keep, (i) => y[i]!);
  if (xs.length < 2) return {start: xs[0] ?? 0, step: 0, y: ys};
  const start = xs[0]!;
  const step = (xs[xs.length - 1]! - start) / (count - 1);
  const out = new Float64Array(count);
  let row = 0;
  for (let i = 0; i < count; ++i) {
    const at = start + i * step;
    while (row + 2 < xs.length && xs[row + 1]! <= at) ++row;
    const part = Math.min(1, (at - xs[row]!) / (xs[row + 1]! - xs[row]!));
    out[i] = ys[row]! + part * (ys[row + 1]! - ys[row]!);
  }
  return {start, step, y: out};
}

/** The size that all but a fiftieth of the rows stay below: unlike the largest it is not moved by a division by nearly zero. */
export function usualSize(y: Float64Array): number {
  let size = usualSizes.get(y);
  if (size === undefined) {
    size = findUsualSize(y);
    usualSizes.set(y, size);
  }
  return size;
}

/** Noise of the last digits is no motion. */
const noise = 1e-9;

/** What decides whether a curve is worth looking at. */
export function factsOf(y: Float64Array): {size: number; still: boolean; zero: boolean} {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of y) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return {
    size: usualSize(y),
    still: !(high - low > noise * largest),
    zero: !(largest > 0) || !Number.isFinite(largest),
  };
}

const usualSizes = new WeakMap<Float64Array, number>();

function findUsualSize(y: Float64Array): number {
  const stride = Math.max(1, Math.floor(y.length / 1000));
  const sizes: number[] = [];
  for (let i = 0; i < y.length; i += stride) if (Number.isFinite(y[i]!)) sizes.push(Math.abs(y[i]!));
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.98 * (sizes.length - 1))] ?? 0;
}
