// Where the ticks of an axis stand (1, 2, 5 times a power of ten) and how numbers and units are written.

const minus = '\u2212';

/** At most about `most` round values in min..max. */
export function ticks(min: number, max: number, most: number): number[] {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return Number.isFinite(min) ? [min] : [];
  const rough = span / Math.max(most, 1);
  const power = Math.floor(Math.log10(rough));
  const lead = [1, 2, 5, 10].find((each) => each * 10 ** power >= rough * (1 - 1e-9)) ?? 10;
  // 10 ** -n is not exact; 1 / 10 ** n is as near as can be.
  const step = power < 0 ? lead / 10 ** -power : lead * 10 ** power;
  const out: number[] = [];
  const first = Math.ceil(min / step - 1e-9) + 0; // not -0
  const last = Math.floor(max / step + 1e-9);
  for (let i = first; i <= last && out.length < 100; ++i) {
    out.push(power < 0 ? (i * lead) / 10 ** -power : i * step);
  }
  return out;
}

/** Powers of ten in min..max; with 2 and 5 between them where there are few, and as ticks() within one decade. */
export function logTicks(min: number, max: number, most: number): number[] {
  if (!(min > 0) || !(max > min)) return [];
  const from = Math.floor(Math.log10(min) + 1e-9);
  const to = Math.ceil(Math.log10(max) - 1e-9);
  const inside = (value: number) => value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9);
  const stride = Math.max(1, Math.ceil((to - from) / Math.max(most, 1)));
  const out: number[] = [];
  for (let power = from; power <= to; power += stride) {
    for (const lead of stride === 1 && 3 * (to - from) <= most ? [1, 2, 5] : [1]) {
      const value = power < 0 ? lead / 10 ** -power : lead * 10 ** power;
      if (inside(value)) out.push(value);
    }
  }
  if (out.length >= 2) return out;
  // A low drawing of many decades has room for its ends; within a decade a logarithmic axis is nearly even.
  const ends = [10 ** Math.ceil(Math.log10(min) - 1e-9), 10 ** Math.floor(Math.log10(max) + 1e-9)];
  return ends[0]! < ends[1]! ? ends : ticks(min, max, most);
}

function exponential(value: number, digits: number): string {
  const [lead = '0', power = '0'] = value.toExponential(digits).split('e');
  return `${lead}e${power.replace('+', '')}`;
}

/** Labels that tell neighbors apart, with no more digits than that needs. */
export function tickLabels(values: number[]): string[] {
  if (values.length === 0) return [];
  const largest = Math.max(...values.map(Math.abs));
  let step = Number.POSITIVE_INFINITY;
  for (let i = 1; i < values.length; ++i) step = Math.min(step, Math.abs(values[i]! - values[i - 1]!));
  if (!Number.isFinite(step) || step === 0) step = largest || 1;
  const stepPower = Math.floor(Math.log10(step) + 1e-9);
  const text = (value: number) => {
    if (value === 0) return '0';
    if (largest >= 1e6 || largest < 1e-3) {
      return exponential(value, Math.max(0, Math.min(12, Math.floor(Math.log10(Math.abs(value)) + 1e-9) - stepPower)));
    }
    return value.toFixed(Math.max(0, Math.min(12, -stepPower)));
  };
  return values.map((value) => text(value).replaceAll('-', minus));
}

/** Labels of a logarithmic axis: each with its own digits. */
export function logLabels(values: number[]): string[] {
  return values.map((value) => {
    const text = value >= 1e5 || value < 1e-3 ? exponential(value, 12) : String(Number(value.toPrecision(12)));
    return text.replace(/\.?0+e/, 'e').replaceAll('-', minus);
  });
}

/** A value in five digits, for people. */
export function valueText(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${minus}∞`;
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4 ? exponential(value, 4).replace(/\.?0+e/, 'e') : String(Number(value.toPrecision(5)));
  return text.replaceAll('-', minus);
}

export function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} [${unit}]`;
}

/** Seconds in a unit of time; undefined: it is none. */
export function secondsOf(unit: string): number | undefined {
  const known: Record<string, number> = {
    s: 1,
    ms: 1e-3,
    us: 1e-6,
    µs: 1e-6,
    ns: 1e-9,
    min: 60,
    h: 3600,
    hr: 3600,
    d: 86400,
  };
  return known[unit];
}
