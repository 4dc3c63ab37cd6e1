// A sweep whose curves were kept: which rows of the table are whose, and the color that a value has.
import type {RunDetail} from './types.ts';

export interface Family {
  varied: {name: string; unit: string}[];
  /** Their values, and the rows of the curve, `to` not included. */
  curves: {values: number[]; from: number; to: number}[];
}

/** The run as if it were this variant alone. */
export function variantDetail(detail: RunDetail, variant: number): RunDetail {
  const curve = detail.family?.curves[variant];
  return curve ? {...detail, first: curve.from, rows: curve.to - curve.from} : detail;
}

/** The values that the k-th number takes, rising. */
export function valuesOf(family: Family, k: number): number[] {
  return [...new Set(family.curves.map((each) => each.values[k]!))].sort((a, b) => a - b);
}

/** The variant with these values, or the nearest to them: the first number counts most. */
export function variantAt(family: Family, wanted: number[]): number {
  const spans = family.varied.map((_, k) => {
    const values = valuesOf(family, k);
    return values[values.length - 1]! - values[0]! || 1;
  });
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  family.curves.forEach((each, i) => {
    let distance = 0;
    for (const [k, span] of spans.entries()) distance += Math.abs(each.values[k]! - wanted[k]!) / span / 1000 ** k;
    if (distance < least) {
      least = distance;
      best = i;
    }
  });
  return best;
}

/** "UBJ.z = 300 mm, k = 20" */
export function wordsOf(family: Family, variant: number): string {
  const {values} = family.curves[variant]!;
  return family.varied
    .map(({name, unit}, k) => `${name} = ${Number(values[k]!.toPrecision(6))}${unit ? ` ${unit}` : ''}`)
    .join(', ');
}

/** Where its first value stands among all of them: 0 to 1. */
export function partOf(family: Family, variant: number): number {
  const values = valuesOf(family, 0);
  const low = values[0]!;
  const high = values[values.length - 1]!;
  return high > low ? (family.curves[variant]!.values[0]! - low) / (high - low) : 0;
}

/** The scale viridis without its light end, as in `bricard plot`. */
const anchors = ['440154', '482878', '3e4989', '31688e', '26828e', '1f9e89', '35b779', '6ece58'].map((hex) =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
);

export function scaleColor(part: number): string {
  const place = Math.min(1, Math.max(0, part || 0)) * (anchors.length - 1);
  const low = Math.min(Math.floor(place), anchors.length - 2);
  const mixed = anchors[low]!.map((value, i) => Math.round(value + (place - low) * (anchors[low + 1]![i]! - value)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
