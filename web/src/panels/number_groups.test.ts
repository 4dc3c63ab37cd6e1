import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {SceneNumber} from '../data/types.ts';
import {groupsOf, sizeOf} from './number_groups.ts';

const number = (name: string, section: string, value: number): SceneNumber => ({
  name,
  section,
  value,
  text: String(value),
  free: true,
  unit: 'mm',
});

test('points come first and are open where they are few', () => {
  const numbers = [number('arm.mass', 'bodies', 1), number('A.x', 'points', 1), number('A.y', 'points', 5)];
  const groups = groupsOf(numbers, 3);
  assert.deepEqual(
    groups.map((each) => [each.title, each.numbers.length, each.open]),
    [
      ['Points', 2, true],
      ['Bodies', 1, false],
    ],
  );
  assert.equal(groupsOf(numbers, 100)[0]!.open, false);
});

test('the size of the model', () => {
  assert.equal(sizeOf([number('A.x', 'points', -100), number('B.x', 'points', 300), number('B.z', 'points', 7)]), 400);
  assert.equal(sizeOf([]), 0);
});
