import assert from 'node:assert/strict';
import {test} from 'node:test';
import {lineStart, place, placed} from './faults.ts';

const lines = ['bodies:', '  crank: {mas: 1, inertia: [1, 1, 1]}', ''];

test('the word at the column is underlined', () => {
  assert.deepEqual(place({line: 2, column: 11, message: 'm'}, lines), {line: 2, from: 10, to: 13, message: 'm'});
  assert.deepEqual(place({line: 2, column: 3, message: 'm'}, lines), {line: 2, from: 2, to: 7, message: 'm'});
  assert.deepEqual(place({line: 2, column: 10, message: 'm'}, lines), {line: 2, from: 9, to: 10, message: 'm'});
});

test('without a column, or beyond the line, the whole line without its indent', () => {
  for (const column of [0, 400, Number.NaN])
    assert.deepEqual(place({line: 2, column, message: 'm'}, lines), {line: 2, from: 2, to: 37, message: 'm'});
});

test('faults of a text that has become shorter stay inside it', () => {
  assert.deepEqual(place({line: 99, column: 5, message: 'm'}, lines), {line: 3, from: 0, to: 0, message: 'm'});
  assert.deepEqual(place({line: 0, column: 0, message: 'm'}, lines), {line: 0, from: 0, to: 0, message: 'm'});
  assert.deepEqual(place({line: -4, column: 0, message: 'm'}, []), {line: 0, from: 0, to: 0, message: 'm'});
});

test('in the order of the text', () => {
  const all = placed(
    [
      {line: 2, column: 11, message: 'b'},
      {line: 0, column: 0, message: 'whole'},
      {line: 1, column: 1, message: 'a'},
    ],
    lines,
  );
  assert.deepEqual(
    all.map((each) => each.message),
    ['whole', 'a', 'b'],
  );
});

test('where lines begin', () => {
  assert.equal(lineStart('a\nbc\nd', 1), 0);
  assert.equal(lineStart('a\nbc\nd', 3), 5);
  assert.equal(lineStart('a\nbc', 9), 2);
});
