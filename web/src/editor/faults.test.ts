import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Fault} from '../data/types.ts';
import {place, placed, words} from './faults.ts';

const lines = ['bodies:', '  crank: {mas: 1, inertia: [1, 1, 1]}', ''];

const fault = (line: number, column: number, what: string): Fault => ({
  file: '',
  line,
  column,
  where: '',
  what,
  hint: '',
});

test('the word at the column is underlined', () => {
  assert.deepEqual(place(fault(2, 11, 'm'), lines), {line: 2, from: 10, to: 13, message: 'm'});
  assert.deepEqual(place(fault(2, 3, 'm'), lines), {line: 2, from: 2, to: 7, message: 'm'});
  assert.deepEqual(place(fault(2, 10, 'm'), lines), {line: 2, from: 9, to: 10, message: 'm'});
});

test('without a column, or beyond the line, the whole line without its indent', () => {
  for (const column of [0, 400, Number.NaN])
    assert.deepEqual(place(fault(2, column, 'm'), lines), {line: 2, from: 2, to: 37, message: 'm'});
});

test('faults of a text that has become shorter stay inside it', () => {
  assert.deepEqual(place(fault(99, 5, 'm'), lines), {line: 3, from: 0, to: 0, message: 'm'});
  assert.deepEqual(place(fault(0, 0, 'm'), lines), {line: 0, from: 0, to: 0, message: 'm'});
  assert.deepEqual(place(fault(-4, 0, 'm'), []), {line: 0, from: 0, to: 0, message: 'm'});
});

test('a fault in words', () => {
  const axis = {...fault(2, 3, 'it has zero length'), where: 'joints.a.axis', hint: 'give a direction'};
  assert.equal(words(axis), 'joints.a.axis: it has zero length; give a direction');
  const other = {...axis, file: 'parts/leg.yaml'};
  assert.equal(words(other), 'parts/leg.yaml:2:3: joints.a.axis: it has zero length; give a direction');
  assert.equal(place(other, lines).line, 0, 'a place in another file is none in the text');
  assert.equal(words({...fault(0, 0, 'gone'), file: 'x.csv'}), 'x.csv: gone');
});

test('in the order of the text', () => {
  const all = placed([fault(2, 11, 'b'), fault(0, 0, 'whole'), fault(1, 1, 'a')], lines);
  assert.deepEqual(
    all.map((each) => each.message),
    ['whole', 'a', 'b'],
  );
});
