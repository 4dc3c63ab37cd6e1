// Amplitude spectrum: mean removed, Hann window w, |X_k| 2 / Σw, so that a sine of amplitude A shows A.
// The transform is that of Cooley and Tukey (1965) for lengths 2^n.
import {resample} from './sampling.ts';

/** X_k = Σ x_j exp(-2πi jk/n) in place; the length must be a power of two. */
export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  if (n === 0 || (n & (n - 1)) !== 0 || im.length !== n) throw new Error(`an FFT of ${n} rows: not a power of two`);
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  const cos = new Float64Array(n / 2);
  const sin = new Float64Array(n / 2);
  for (let i = 0; i < n / 2; ++i) {
    cos[i] = Math.cos((2 * Math.PI * i) / n);
    sin[i] = -Math.sin((2 * Math.PI * i) / n);
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const stride = n / size;
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < half; ++k) {
        const a = start + k;
        const b = a + half;
        const c = cos[k * stride]!;
        const s = sin[k * stride]!;
        const r = re[b]! * c - im[b]! * s;
        const i = re[b]! * s + im[b]! * c;
        re[b] = re[a]! - r;
        im[b] = im[a]! - i;
        re[a]! += r;
        im[a]! += i;
      }
    }
  }
}

export interface Spectrum {
  /** Cycles per unit of x. */
  frequency: Float64Array;
  amplitude: Float64Array;
  /** 1 / duration: peaks nearer than about twice this run together. */
  resolution: number;
  resampled: boolean;
}

/** The most rows that are transformed. */
export const mostRows = 2 ** 20;

/** Whether rows stand at even distance, to a hundredth of it: times of a report are rounded. */
export function even(x: Float64Array): boolean {
  const n = x.length;
  if (n < 3) return true;
  const step = (x[n - 1]! - x[0]!) / (n - 1);
  for (let i = 1; i < n; ++i) if (!(Math.abs(x[i]! - x[i - 1]! - step) <= 0.01 * Math.abs(step))) return false;
  return true;
}

/** null where there are fewer than 8 rows. */
export function amplitudeSpectrum(x: Float64Array, y: Float64Array): Spectrum | null {
  let values = y;
  let step = x.length > 1 ? (x[x.length - 1]! - x[0]!) / (x.length - 1) : 0;
  const regular = step > 0 && even(x) && y.every(Number.isFinite);
  if (!regular) {
    const steps: number[] = [];
    for (let i = 1; i < x.length; ++i) if (x[i]! > x[i - 1]!) steps.push(x[i]! - x[i - 1]!);
    if (steps.length < 7) return null;
    steps.sort((a, b) => a - b);
    const usual = steps[steps.length >> 1]!;
    const span = x[x.length - 1]! - x[0]!;
    const count = Math.min(mostRows, Math.max(8, Math.round(span / usual) + 1));
    const rows = resample(x, y, count);
    values = rows.y;
    step = rows.step;
  }
  const n = values.length;
  if (n < 8 || !(step > 0)) return null;
  // Zeros behind the rows make the curve fine enough that the largest of its points is within 1 % of the peak.
  let size = 1;
  while (size < n) size *= 2;
  size *= n <= 65536 ? 4 : 2;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  let weights = 0;
  let mean = 0;
  for (let i = 0; i < n; ++i) {
    const w = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n);
    weights += w;
    mean += w * values[i]!;
    re[i] = w;
  }
  mean /= weights; // the mean under the window: nothing is left at frequency 0
  for (let i = 0; i < n; ++i) re[i]! *= values[i]! - mean;
  fft(re, im);
  const half = size / 2 + 1;
  const frequency = new Float64Array(half);
  const amplitude = new Float64Array(half);
  for (let k = 0; k < half; ++k) {
    frequency[k] = k / (size * step);
    amplitude[k] = (Math.hypot(re[k]!, im[k]!) * (k === 0 || k === half - 1 ? 1 : 2)) / weights;
  }
  return {frequency, amplitude, resolution: 1 / (n * step), resampled: !regular};
}
