import assert from 'node:assert/strict';
import {test} from 'node:test';
import {logLabels, logTicks, secondsOf, tickLabels, ticks, valueText, withUnit} from './ticks.ts';

test('ticks are round and inside', () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-0.3, 0.7, 5), [-0.2, 0, 0.2, 0.4, 0.6]);
  assert.deepEqual(ticks(12, 2600, 3), [1000, 2000]);
  assert.deepEqual(ticks(0.0001, 0.0003, 2), [0.0001, 0.0002, 0.0003]);
  assert.deepEqual(ticks(3, 3, 5), [3]);
  assert.deepEqual(ticks(Number.NaN, 1, 5), []);
  for (const [a, b] of [
    [1e9, 1e9 + 3],
    [-1e-12, 1e-12],
    [0, 1e30],
  ]) {
    const found = ticks(a!, b!, 6);
    assert.ok(found.length >= 2 && found.length <= 8, `${a}..${b}: ${found}`);
  }
});

test('logarithmic ticks', () => {
  assert.deepEqual(logTicks(0.1, 1000, 4), [0.1, 1, 10, 100, 1000]);
  assert.deepEqual(logTicks(1, 10, 8), [1, 2, 5, 10]);
  assert.deepEqual(logTicks(1e-8, 1, 4), [1e-8, 1e-6, 1e-4, 1e-2, 1]);
  assert.deepEqual(logTicks(2.1, 2.9, 4), [2.2, 2.4, 2.6, 2.8]);
  assert.deepEqual(logTicks(5e-9, 20, 1.5), [1e-8, 10], 'a low drawing');
  assert.deepEqual(logTicks(0, 1, 4), []);
});

test('labels have the digits that tell them apart', () => {
  assert.deepEqual(tickLabels([0, 0.5, 1]), ['0', '0.5', '1.0']);
  assert.deepEqual(tickLabels([-20, 0, 20]), ['−20', '0', '20']);
  assert.deepEqual(tickLabels([423.3, 423.35]), ['423.30', '423.35']);
  assert.deepEqual(tickLabels([1e6, 1.5e6, 2e6]), ['1.0e6', '1.5e6', '2.0e6']);
  assert.deepEqual(tickLabels([0, 2e-5]), ['0', '2e-5'.replace('-', '−')]);
  assert.deepEqual(logLabels([1e-6, 0.01, 1, 200, 1e5]), ['1e−6', '0.01', '1', '200', '1e5']);
});

test('values and units for people', () => {
  assert.equal(valueText(Math.PI), '3.1416');
  assert.equal(valueText(-1234567), '−1.2346e6');
  assert.equal(valueText(2e-7), '2e−7');
  assert.equal(valueText(0), '0');
  assert.equal(valueText(Number.NaN), '–');
  assert.equal(withUnit('t', 's'), 't [s]');
  assert.equal(withUnit('ratio', ''), 'ratio');
  assert.equal(secondsOf('ms'), 1e-3);
  assert.equal(secondsOf('mm'), undefined);
});
