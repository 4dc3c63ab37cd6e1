import assert from 'node:assert/strict';
import {test} from 'node:test';
import {amount, count, listed, number, seconds} from './format.ts';

test('numbers keep the digits that count and no zeros after them', () => {
  assert.equal(number(0.72228997), '0.7223');
  assert.equal(number(-2), '−2');
  assert.equal(number(0), '0');
  assert.equal(number(1.4622758e-9, 2), '1.5·10⁻⁹');
  assert.equal(number(1.0000001e12, 3), '1·10¹²');
  assert.equal(number(100), '100');
  assert.equal(number(99999.6), '100000');
  assert.equal(number(0.00012), '0.00012');
  assert.equal(number(9.99996), '10');
  assert.equal(number(Number.NaN), '–');
  assert.equal(number(-1 / 0), '−∞');
});

test('a unit follows its number; one is no unit', () => {
  assert.equal(amount(3.25, 'mm'), '3.25 mm');
  assert.equal(amount(0.5, '1'), '0.5');
});

test('lists are read as sentences', () => {
  assert.equal(listed([]), '');
  assert.equal(listed(['a']), 'a');
  assert.equal(listed(['a', 'b', 'c']), 'a, b and c');
  assert.equal(listed(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more');
});

test('counted words', () => {
  assert.equal(count(1, 'row'), '1 row');
  assert.equal(count(-2, 'degree'), '−2 degrees');
  assert.equal(count(3, 'body', 'bodies'), '3 bodies');
});

test('times as they are said', () => {
  assert.equal(seconds(0.0171), '17.1 ms');
  assert.equal(seconds(0.000012), '12 µs');
  assert.equal(seconds(59.4), '59.4 s');
  assert.equal(seconds(125.2), '2 min 5 s');
});
