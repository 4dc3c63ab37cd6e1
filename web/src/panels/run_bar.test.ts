import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {RunInfo} from '../data/types.ts';
import {nameOf, optionsOf} from './run_bar.ts';
import {labelOf} from './runs.ts';

test('a run is named by what is different in it', () => {
  assert.equal(nameOf({}, ''), '');
  assert.equal(nameOf({k: '40', c: '2'}, ''), 'k=40, c=2');
  assert.equal(nameOf({k: '40'}, 'inverse_dynamics'), 'inverse dynamics, k=40');
  assert.equal(nameOf({a: '1', b: '2', c: '3', d: '4', e: '5'}, ''), 'a=1, b=2, c=3, +2');
});

test('fields that are empty are left to the file', () => {
  assert.deepEqual(optionsOf({duration: ' 5 ', output_step: '  '}), {duration: '5'});
});

test('runs that are not done say so', () => {
  const run = {name: 'four_bar', status: 'failed'} as RunInfo;
  assert.equal(labelOf(run), 'four_bar (failed)');
  assert.equal(labelOf({...run, status: 'done'}), 'four_bar');
});
