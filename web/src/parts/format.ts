// Numbers and lists in words for people.

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function raised(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((each) => superscripts[Number(each)]).join('');
  return exponent < 0 ? `⁻${digits}` : digits;
}

/** A number with so many digits that count: "0.7223", "1.5·10⁻⁹", "−2". Zeros at the end are left out. */
export function number(value: number, digits = 4): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
  if (value === 0) return '0';
  const sign = value < 0 ? '−' : '';
  const [mantissa, power] = Math.abs(value)
    .toExponential(digits - 1)
    .split('e') as [string, string];
  const exponent = Number(power);
  if (exponent < -4 || exponent >= Math.max(digits, 6)) {
    const short = mantissa.replace(/\.?0+$/, '');
    return `${sign}${short}·10${raised(exponent)}`;
  }
  const plain = Math.abs(value).toFixed(Math.max(0, digits - 1 - exponent));
  return sign + (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain);
}

/** With its unit; "1" stands for no unit. */
export function amount(value: number, unit: string, digits = 4): string {
  return unit === '' || unit === '1' ? number(value, digits) : `${number(value, digits)} ${unit}`;
}

/** "a", "a and b", "a, b and c"; beyond `most`: "a, b and 7 more". */
export function listed(words: string[], most = 8): string {
  if (words.length <= 1) return words[0] ?? '';
  const shown = words.length > most ? words.slice(0, most) : words.slice(0, -1);
  const last = words.length > most ? `${words.length - most} more` : words[words.length - 1];
  return `${shown.join(', ')} and ${last}`;
}

/** "1 row", "3 rows". */
export function count(n: number, word: string, many = `${word}s`): string {
  return `${n < 0 ? '−' : ''}${Math.abs(n)} ${Math.abs(n) === 1 ? word : many}`;
}

/** Seconds as people say them: "17 ms", "3.2 s", "2 min 5 s". */
export function seconds(value: number): string {
  if (value < 1e-3) return `${number(value * 1e6, 2)} µs`;
  if (value < 1) return `${number(value * 1e3, 3)} ms`;
  if (value < 60) return `${number(value, 3)} s`;
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
