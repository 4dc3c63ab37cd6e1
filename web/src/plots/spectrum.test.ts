import assert from 'node:assert/strict';
import {test} from 'node:test';
import {amplitudeSpectrum, even, fft} from './spectrum.ts';

const rows = (n: number, of: (i: number) => number) => Float64Array.from({length: n}, (_, i) => of(i));
const largest = (values: Float64Array) => values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);

test('the transform is the sum that defines it', () => {
  for (const n of [1, 2, 8, 64]) {
    const re = rows(n, (i) => Math.sin(1.3 * i * i) + 0.2 * i);
    const im = rows(n, (i) => Math.cos(0.7 * i) - 0.1);
    const outRe = re.slice();
    const outIm = im.slice();
    fft(outRe, outIm);
    for (let k = 0; k < n; ++k) {
      let sumRe = 0;
      let sumIm = 0;
      for (let j = 0; j < n; ++j) {
        const a = (-2 * Math.PI * j * k) / n;
        sumRe += re[j]! * Math.cos(a) - im[j]! * Math.sin(a);
        sumIm += re[j]! * Math.sin(a) + im[j]! * Math.cos(a);
      }
      assert.ok(Math.abs(sumRe - outRe[k]!) < 1e-11 * n && Math.abs(sumIm - outIm[k]!) < 1e-11 * n, `n ${n}, k ${k}`);
    }
  }
  assert.throws(() => fft(new Float64Array(6), new Float64Array(6)), /power of two/);
});

test('a sine at a bin shows its amplitude and frequency, the mean is gone', () => {
  const n = 256;
  const dt = 0.01;
  const f = 12 / (n * dt);
  const t = rows(n, (i) => i * dt);
  const found = amplitudeSpectrum(
    t,
    t.map((x) => 5 + 3 * Math.sin(2 * Math.PI * f * x)),
  )!;
  const peak = largest(found.amplitude);
  assert.ok(Math.abs(found.frequency[peak]! - f) < 1e-12);
  assert.ok(Math.abs(found.amplitude[peak]! - 3) < 1e-9);
  assert.ok(found.amplitude[0]! < 1e-9);
  assert.ok(Math.abs(found.resolution - 1 / (n * dt)) < 1e-12);
  assert.equal(found.resampled, false);
  assert.ok(Math.abs(found.frequency[found.frequency.length - 1]! - 1 / (2 * dt)) < 1e-9, 'ends at half the rate');
});

test('between bins and for any number of rows the peak is within 1.5 %', () => {
  for (const n of [100, 257, 1000]) {
    for (const part of [0, 0.25, 0.5]) {
      const f = (9 + part) / n;
      const found = amplitudeSpectrum(
        rows(n, (i) => i),
        rows(n, (i) => 2 * Math.cos(2 * Math.PI * f * i)),
      )!;
      const peak = largest(found.amplitude);
      assert.ok(Math.abs(found.amplitude[peak]! - 2) < 0.03, `n ${n}, ${part}: ${found.amplitude[peak]}`);
      assert.ok(Math.abs(found.frequency[peak]! - f) < 0.5 / n);
    }
  }
});

test('uneven rows are evened out first', () => {
  // Rows of a variable step, two at one time (an event), and one without value.
  const t = [0];
  for (let i = 1; i < 2000; ++i) t.push(t[i - 1]! + 0.001 * (1 + 0.6 * Math.sin(i)));
  t.splice(700, 0, t[700]!);
  const x = Float64Array.from(t);
  const y = x.map((at) => 1.5 * Math.sin(2 * Math.PI * 20 * at));
  y[300] = Number.NaN;
  assert.equal(even(x), false);
  const found = amplitudeSpectrum(x, y)!;
  const peak = largest(found.amplitude);
  assert.equal(found.resampled, true);
  assert.ok(Math.abs(found.frequency[peak]! - 20) < 0.3);
  assert.ok(Math.abs(found.amplitude[peak]! - 1.5) < 0.02);
});

test('times of a report, rounded to float32, count as even; few rows have no spectrum', () => {
  assert.equal(even(rows(5001, (i) => Math.fround(i * 0.001))), true);
  assert.equal(
    amplitudeSpectrum(
      rows(5, (i) => i),
      rows(5, (i) => i),
    ),
    null,
  );
  assert.equal(amplitudeSpectrum(new Float64Array(), new Float64Array()), null);
});

test('the window keeps a peak from spreading: ten bins away less than 1/1000, and nothing at 0', () => {
  const n = 512;
  const found = amplitudeSpectrum(
    rows(n, (i) => i),
    rows(n, (i) => Math.sin((2 * Math.PI * 40.5 * i) / n)),
  )!;
  assert.ok(found.amplitude[0]! < 1e-12);
  found.frequency.forEach((f, k) => {
    if (Math.abs(f * n - 40.5) > 10) assert.ok(found.amplitude[k]! < 1e-3, `${f * n}: ${found.amplitude[k]}`);
  });
});
