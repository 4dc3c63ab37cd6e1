import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Handle} from '../data/types.ts';
import {hindrance, moved} from './moved_point.ts';

const number = (line: number, column: number, text: string, rest = {}) => ({
  line,
  column,
  text,
  factor: 1,
  unit: '',
  parameter: '',
  fixed: '',
  ...rest,
});
const point = (coordinates: Handle['coordinates'], at: [number, number, number]): Handle => ({
  section: 'points',
  name: 'P',
  key: '',
  at,
  coordinates,
  fixed: '',
});

test('numbers change where they stand, comments and blanks stay', () => {
  const text = 'points:\n  P: [ -8, 520,  325 ]   # upper ball, 520 wide\n  Q: [1, 2, 3]\n';
  const handle = point([number(2, 8, '-8'), number(2, 12, '520'), number(2, 18, '325')], [-8, 520, 325]);
  const after = moved({text, set: {}}, handle, [-8, 521.5, 330]);
  assert.equal(after?.text, 'points:\n  P: [ -8, 521.5,  330 ]   # upper ball, 520 wide\n  Q: [1, 2, 3]\n');
});

test('a number keeps its unit, a quoted one loses its quotes, letters of two units count as one', () => {
  const text = 'é𝄞: [25 cm, "7", 1]';
  const handle = point(
    [number(1, 6, '25 cm', {unit: 'cm', factor: 10}), number(1, 13, '7'), number(1, 18, '1')],
    [250, 7, 1],
  );
  assert.equal(moved({text, set: {}}, handle, [260, 8, 1])?.text, 'é𝄞: [26 cm, 8, 1]');
});

test('a parameter is changed in its unit and sign, an expression stays and says why', () => {
  const text = 'P: [-half, 2*half, 3]';
  const handle = point(
    [
      number(1, 5, '-half', {parameter: 'half', unit: 'cm', factor: -10}),
      number(1, 12, '2*half', {fixed: 'it is the expression 2*half'}),
      number(1, 20, '3'),
    ],
    [-250, 500, 3],
  );
  const after = moved({text, set: {other: '1'}}, handle, [-300, 900, 4]);
  assert.deepEqual(after, {text: 'P: [-half, 2*half, 4]', set: {other: '1', half: '30 cm'}});
  assert.equal(hindrance(handle, 1), 'it is the expression 2*half');
  assert.equal(hindrance(handle, 0), '');
});

test('a coordinate that is set changes there; where nothing can be moved there is no edit', () => {
  const handle = point([number(1, 5, '1'), number(1, 8, '2')], [1, 2, 0]);
  const from = {text: 'P: [1, 2]', set: {'P.x': '1.5'}};
  assert.deepEqual(moved(from, handle, [3, 2, 0]), {text: 'P: [1, 2]', set: {'P.x': '3'}});
  assert.equal(moved(from, {...handle, fixed: 'it is written in corner.yaml'}, [3, 2, 0]), null);
});
