import assert from 'node:assert/strict';
import {test} from 'node:test';
import {difference, figures, nearestRow, orderOf, resample, rowBefore, valueAt} from './sampling.ts';

const of = (...values: number[]) => Float64Array.from(values);

test('values between rows lie on the line, outside there is none', () => {
  const x = of(0, 1, 3);
  const y = of(10, 20, 0);
  assert.equal(valueAt(x, y, 0.25), 12.5);
  assert.equal(valueAt(x, y, 2), 10);
  assert.equal(valueAt(x, y, 3), 0);
  assert.ok(Number.isNaN(valueAt(x, y, -0.1)) && Number.isNaN(valueAt(x, y, 3.1)));
  assert.equal(valueAt(of(3, 1, 0), of(0, 20, 10), 2), 10, 'falling rows');
  assert.equal(valueAt(of(0, 1, 1, 2), of(0, 1, 5, 6), 1), 5, 'after an event');
  assert.ok(Number.isNaN(valueAt(of(), of(), 0)));
});

test('rows are found whichever way they go', () => {
  assert.equal(orderOf(of(1, 1, 2)), 1);
  assert.equal(orderOf(of(2, 1, 1)), -1);
  assert.equal(orderOf(of(0, 2, 1)), 0);
  assert.equal(rowBefore(of(0, 1, 2), 1.5), 1);
  assert.equal(rowBefore(of(0, 1, 2), -1), -1);
  assert.equal(nearestRow(of(0, 1, 2), 1.6), 2);
  assert.equal(nearestRow(of(2, 1, 0), 1.6), 0);
  assert.equal(nearestRow(of(0, 2, 1, 5), 1.1), 2);
});

test('the difference of two lines is a line, where both exist', () => {
  const x = of(0, 0.5, 1, 1.5, 2, 2.5);
  const own = x.map((at) => 3 * at);
  const otherX = of(0.5, 0.9, 2);
  const found = difference(
    x,
    own,
    otherX,
    otherX.map((at) => 5 * at + 1),
  );
  assert.ok(Number.isNaN(found[0]!) && Number.isNaN(found[5]!));
  [1, 2, 3, 4].forEach((i) => {
    assert.ok(Math.abs(found[i]! - (2 * x[i]! + 1)) < 1e-12);
  });
  const words = figures(x, found);
  assert.equal(words.peakAt, 2);
  assert.ok(Math.abs(words.peak - 5) < 1e-12);
  // RMS of 2x + 1 on 0.5..2: sqrt of its integral ((2x+1)^3/6) over 1.5
  assert.ok(Math.abs(words.rms - Math.sqrt((125 - 8) / 6 / 1.5)) < 1e-12);
});

test('an end that rounding moved is still an end', () => {
  const found = difference(of(0, 1, 2.0000001), of(0, 0, 0), of(0, 2), of(1, 1));
  assert.deepEqual([...found], [1, 1, 1]);
});

test('mean and RMS do not depend on where the rows stand', () => {
  const x = of(0, 0.01, 0.02, 0.03, 10);
  const found = figures(x, x);
  assert.ok(Math.abs(found.mean - 5) < 1e-12);
  assert.ok(Math.abs(found.rms - 10 / Math.sqrt(3)) < 1e-12);
  assert.deepEqual([found.min, found.max, found.rows], [0, 10, 5]);
  const part = figures(of(0, 1, 2, 3), of(-9, 1, 2, 9), 1, 2);
  assert.deepEqual([part.min, part.max, part.mean, part.rows], [1, 2, 1.5, 2]);
  assert.ok(Number.isNaN(figures(of(), of()).mean));
  assert.equal(figures(of(1), of(-4)).rms, 4);
});

test('even rows of a broken line', () => {
  const found = resample(of(0, 1, 1, 3, 4), of(0, 2, 7, 6, Number.NaN), 4);
  assert.equal(found.step, 1);
  assert.deepEqual([...found.y], [0, 2, 4, 6]);
});
