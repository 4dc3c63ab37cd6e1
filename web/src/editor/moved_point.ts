// Moves a point in the text: the numbers change where they stand, all else stays as it was written. A coordinate that is a parameter's
// name changes the parameter.
import type {Handle, Vec3} from '../data/types.ts';

const axes = ['x', 'y', 'z'] as const;

export interface Edited {
  text: string;
  /** As on the command line: numbers with their unit. */
  set: Record<string, string>;
}

/** "UBJ", or "rack_guide.at" of a joint. */
export function nameOf(handle: Handle): string {
  return handle.key ? `${handle.name}.${handle.key}` : handle.name;
}

/** Why a coordinate cannot be moved; "" where it can. */
export function hindrance(handle: Handle, axis: number): string {
  if (handle.fixed) return handle.fixed;
  const coordinate = handle.coordinates[axis];
  return coordinate ? coordinate.fixed : `it has no ${axes[axis]}`;
}

/** A number as people write it: without the noise of the last digits. */
export function written(value: number): string {
  const text = String(Number(value.toPrecision(10)));
  return text === '-0' ? '0' : text;
}

/** Where a coordinate stands in the text; null where the text has something else there. */
function placeOf(
  lines: string[],
  {line, column, text}: Handle['coordinates'][number],
): {from: number; to: number} | null {
  const own = lines[line - 1];
  if (own === undefined) return null;
  // Columns count characters, which may be two units long.
  const before = [...own].slice(0, column - 1).join('').length;
  for (const quote of ['', '"', "'"])
    if (own.startsWith(quote + text + quote, before))
      return {from: before, to: before + text.length + 2 * quote.length};
  return null;
}

/**
 * The text and parameters with a handle at another place, in the unit of the file. `from` are those that the handle was read from.
 * Coordinates that cannot be moved stay; null: none can be.
 */
export function moved(from: Edited, handle: Handle, to: Vec3): Edited | null {
  if (handle.fixed) return null;
  const lines = from.text.split('\n');
  const set = {...from.set};
  let some = false;
  // From the last to the first: what stands before on the line stays where it is.
  for (let i = handle.coordinates.length - 1; i >= 0; --i) {
    const coordinate = handle.coordinates[i]!;
    if (coordinate.fixed || to[i] === handle.at[i]) continue;
    const number = written(to[i]! / coordinate.factor);
    const value = coordinate.unit ? `${number} ${coordinate.unit}` : number;
    const own = `${handle.name}.${axes[i]}`;
    if (handle.section === 'points' && set[own] !== undefined) set[own] = written(to[i]!);
    else if (coordinate.parameter) set[coordinate.parameter] = value;
    else {
      const place = placeOf(lines, coordinate);
      if (!place) continue;
      const line = lines[coordinate.line - 1]!;
      lines[coordinate.line - 1] = line.slice(0, place.from) + value + line.slice(place.to);
    }
    some = true;
  }
  return some ? {text: lines.join('\n'), set} : null;
}
