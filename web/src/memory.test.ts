import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Source} from './data/source.ts';
import type {Project} from './data/types.ts';
import {keep, kept, oneOf, ranges, someOf, texts, within} from './memory.ts';
import {PageState} from './state.ts';

test('what is not known is not taken', () => {
  const tab = oneOf('model', 'doctor');
  assert.equal(tab('doctor'), 'doctor');
  assert.equal(tab('attic'), undefined);
  assert.equal(tab(3), undefined);
  assert.deepEqual(someOf(['r0', 'r1', 'r2'])(['r2', 'gone', 'r0', 'r0', 7]), ['r0', 'r2']);
  assert.equal(someOf(['r0'])('r0'), undefined);
});

test('sizes stay on the screen', () => {
  const width = within(200, 800);
  assert.equal(width(5000), 800);
  assert.equal(width(-3), 200);
  assert.equal(width(300), 300);
  assert.equal(width(Number.NaN), undefined);
  assert.equal(width('300'), undefined);
  assert.equal(width(null), undefined);
});

test('records keep what is right in them', () => {
  assert.deepEqual(texts({k: '35', bad: 3, worse: null}), {k: '35'});
  assert.equal(texts(['k']), undefined);
  assert.equal(texts(null), undefined);
  assert.deepEqual(ranges({k: [0, 2], upside: [2, 0], short: [1], text: ['a', 'b'], none: null}), {k: [0, 2]});
});

test('where the program runs it remembers', () => {
  const told: unknown[] = [];
  const source = {remember: (key: string, value: unknown) => told.push([key, value])} as unknown as Source;
  const project: Project = {version: '', models: [], runs: [], jobs: [], memory: {theme: 'dark'}, live: true};
  const state = new PageState(source, project);
  assert.equal(kept(state, 'theme', oneOf('light', 'dark')), 'dark');
  keep(state, 'theme', 'light');
  assert.deepEqual(told, [['theme', 'light']]);
  assert.equal(kept(state, 'theme', oneOf('light', 'dark')), 'light');
});
