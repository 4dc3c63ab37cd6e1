import assert from 'node:assert/strict';
import {test} from 'node:test';
import {numberOf, rangeAbout, rangeNear, rounded, settingOf, stepOf, valueInUnit, widened} from './parameter_range.ts';

test('from nothing to twice the value', () => {
  assert.deepEqual(rangeAbout(35), [0, 70]);
  assert.deepEqual(rangeAbout(-4), [-8, 0]);
  assert.deepEqual(rangeAbout(0), [-1, 1]);
});

test('a coordinate moves by a twentieth of the whole', () => {
  assert.deepEqual(rangeNear(300, 1000), [250, 350]);
  assert.deepEqual(rangeNear(0, 0), [-1, 1]);
});

test('a range grows for what is typed', () => {
  assert.deepEqual(widened([0, 70], 100), [0, 100]);
  assert.deepEqual(widened([0, 70], -1), [-1, 70]);
  assert.deepEqual(widened([0, 70], Number.NaN), [0, 70]);
});

test('steps are round and fine enough', () => {
  for (const range of [
    [0, 70],
    [-1, 1],
    [0, 2e-6],
    [0, 3e9],
    [0, 0.37],
  ] as [number, number][]) {
    const step = stepOf(range);
    const steps = (range[1] - range[0]) / step;
    assert.ok(steps >= 80 && steps <= 260, `${range}: ${steps}`);
    assert.match((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toPrecision(3), /^(1|2|5)\.00$/);
  }
});

test('no dust of binary fractions', () => {
  assert.equal(rounded(0.30000000000000004, 0.1), 0.3);
  assert.equal(rounded(34.96, 0.5), 35);
});

test('the number of a text with a unit', () => {
  assert.equal(numberOf('35 N/mm'), 35);
  assert.equal(numberOf('-1.5e3 deg'), -1500);
  assert.equal(numberOf('.5'), 0.5);
  assert.equal(numberOf('2 e'), 2);
  assert.equal(numberOf('a*b'), undefined);
  assert.equal(numberOf(''), undefined);
});

test('a setting has the unit of its parameter', () => {
  assert.equal(settingOf(60, 'N/mm'), '60 N/mm');
  assert.equal(settingOf(0.5, ''), '0.5');
  assert.equal(valueInUnit('60 N/mm', 'N/mm'), 60);
  assert.equal(valueInUnit('-0.5', ''), -0.5);
  // Given on the command line: what these mean only the program can tell.
  assert.equal(valueInUnit('60000', 'N/mm'), undefined);
  assert.equal(valueInUnit('0.06 kN/mm', 'N/mm'), undefined);
  assert.equal(valueInUnit('60 mm', ''), undefined);
});
