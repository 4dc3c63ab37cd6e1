import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Scene} from '../data/types.ts';
import {interpolated} from './live_columns.ts';
import {foldersOf, searched} from './model_tree.ts';

const element = (name: string, type: string) => ({name, type, active: true, line: 0, data: [], columns: []});
const scene = {
  sections: [
    {name: 'bodies', elements: [element('left.arm', ''), element('wheel', '')]},
    {name: 'joints', elements: [element('left.pivot', 'revolute'), element('wheel_ball', 'spherical')]},
  ],
} as unknown as Scene;

test('elements are found by name, type and section, all words', () => {
  const names = (words: string) => searched(scene, words).map((each) => each.element.name);
  assert.deepEqual(names('left'), ['left.arm', 'left.pivot']);
  assert.deepEqual(names('LEFT revo'), ['left.pivot']);
  assert.deepEqual(names('joints wheel'), ['wheel_ball']);
  assert.deepEqual(names('nothing'), []);
});

test('values between rows', () => {
  const axis = [0, 1, 3];
  const values = [10, 20, 0];
  assert.equal(interpolated(axis, values, 0.5), 15);
  assert.equal(interpolated(axis, values, 2), 10);
  assert.equal(interpolated(axis, values, -1), 10);
  assert.equal(interpolated(axis, values, 9), 0);
  assert.ok(Number.isNaN(interpolated([], [], 1)));
  // An event writes two rows at one time: the later one holds from there.
  assert.equal(interpolated([0, 1, 1, 2], [0, 0, 5, 5], 1), 5);
});

test('elements of subsystems are in folders, also where names have dots of their own', () => {
  const element = (name: string) => ({name, type: '', active: true, line: 0, data: [], columns: []});
  const {own, folders} = foldersOf(['car', 'left.arm', 'right.arm', 'left.inner.rod', 'a.b'].map(element), [
    'left',
    'right',
  ]);
  assert.deepEqual(
    own.map((each) => each.name),
    ['car', 'a.b'],
  );
  assert.deepEqual(
    [...folders].map(([part, all]) => [part, all.length]),
    [
      ['left', 2],
      ['right', 1],
    ],
  );
});
