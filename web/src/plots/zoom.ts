// The stretch of an axis that is in view, made narrower or wider or moved: always inside the whole. null: the whole.
import type {AxisView, Span} from './picture.ts';

const onto = (log: boolean) => (log ? Math.log : (value: number) => value);
const back = (log: boolean) => (log ? Math.exp : (value: number) => value);

/** What remains inside the whole; undefined where it would be too narrow for numbers to tell apart. */
function inside(span: Span, whole: Span): Span | null | undefined {
  const min = Math.max(span.min, whole.min);
  const max = Math.min(span.max, whole.max);
  if (!(max - min > 1e-9 * Math.max(Math.abs(min), Math.abs(max)))) return undefined;
  return min <= whole.min && max >= whole.max ? null : {min, max};
}

/** `factor` times as wide about a place from 0 (min) to 1 (max). */
export function zoomed(view: AxisView, whole: Span, factor: number, about: number): Span | null | undefined {
  const low = onto(view.log)(view.min);
  const high = onto(view.log)(view.max);
  const center = low + about * (high - low);
  const of = (value: number) => back(view.log)(center + (value - center) * factor);
  return inside({min: of(low), max: of(high)}, whole);
}

/** The stretch between two places of the view. */
export function between(view: AxisView, whole: Span, from: number, to: number): Span | null | undefined {
  const low = onto(view.log)(view.min);
  const size = onto(view.log)(view.max) - low;
  const of = (place: number) => back(view.log)(low + place * size);
  return inside({min: of(Math.min(from, to)), max: of(Math.max(from, to))}, whole);
}

/** Moved by a part of its width, up to the ends of the whole: the width stays. */
export function panned(view: AxisView, whole: Span, by: number): Span | null | undefined {
  const to = onto(view.log);
  const size = to(view.max) - to(view.min);
  const least = (to(whole.min) - to(view.min)) / size;
  const most = (to(whole.max) - to(view.max)) / size;
  const moved = Math.min(most, Math.max(least, by));
  return between(view, whole, moved, 1 + moved);
}
