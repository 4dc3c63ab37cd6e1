// How many lines from one axis to the next pass through each pixel, from the counts of pairs: at the share s of the way a line from
// part a to part b is at (1 - s) a + s b.
import {parts, stride} from './bins.ts';

/** Adds to density[y * pitch + left + x], y downwards. Returns the most of this strip. */
export function addStrip(
  counts: Uint32Array,
  density: Float32Array,
  pitch: number,
  left: number,
  width: number,
  height: number,
): number {
  const from: number[] = [];
  const to: number[] = [];
  const many: number[] = [];
  const scale = (height - 1) / (parts - 1);
  for (let a = 0; a < parts; a++)
    for (let b = 0; b < parts; b++) {
      const n = counts[a * stride + b]!;
      if (n === 0) continue;
      from.push((parts - 1 - a) * scale + 0.5);
      to.push((parts - 1 - b) * scale + 0.5);
      many.push(n);
    }
  const starts = Float32Array.from(from);
  const ends = Float32Array.from(to);
  const numbers = Float32Array.from(many);
  let most = 0;
  for (let x = 0; x < width; x++) {
    const s = width > 1 ? x / (width - 1) : 0;
    const at = left + x;
    for (let k = 0; k < numbers.length; k++) {
      const y = (starts[k]! + s * (ends[k]! - starts[k]!)) | 0;
      const sum = density[y * pitch + at]! + numbers[k]!;
      density[y * pitch + at] = sum;
      if (sum > most) most = sum;
    }
  }
  return most;
}
