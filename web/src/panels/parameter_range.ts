// The stretch of a parameter's slider: from nothing to twice the value, one up and down about zero.

export type Range = [number, number];

export function rangeAbout(value: number): Range {
  if (value === 0 || !Number.isFinite(value)) return [-1, 1];
  return value > 0 ? [0, 2 * value] : [2 * value, 0];
}

/** About a coordinate: a twentieth of the size of what it belongs to, up and down. */
export function rangeNear(value: number, size: number): Range {
  const half = size > 0 && Number.isFinite(size) ? size / 20 : 1;
  return [value - half, value + half];
}

/** The range, wide enough for a value. */
export function widened([low, high]: Range, value: number): Range {
  if (!Number.isFinite(value)) return [low, high];
  return [Math.min(low, value), Math.max(high, value)];
}

/** A round step (1, 2 or 5 times a power of ten) with 100 to 250 of them in the range. */
export function stepOf([low, high]: Range): number {
  const wanted = (high - low) / 200;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const times = [1, 2, 5, 10].find((each) => each * power >= wanted * 0.8) ?? 10;
  return times * power;
}

/** The number that a slider's value stands for, without the dust of binary fractions. */
export function rounded(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** The number in a parameter's text: 35 of "35 N/mm"; undefined where it does not begin with one. */
export function numberOf(text: string): number | undefined {
  const found = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i.exec(text);
  return found ? Number(found[0]) : undefined;
}

/** A value as `--set` has it: with the unit of its parameter, for a bare number means the units of the file. */
export function settingOf(value: number, unit: string): string {
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** The number of such a setting; undefined where it has another unit, or none where it should have one. */
export function valueInUnit(setting: string, unit: string): number | undefined {
  const end = unit === '' ? '' : ` ${unit}`;
  const text = setting.endsWith(end) ? setting.slice(0, setting.length - end.length).trim() : '';
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : undefined;
}
