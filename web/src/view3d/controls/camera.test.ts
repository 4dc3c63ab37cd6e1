import assert from 'node:assert/strict';
import {test} from 'node:test';
import {upAxis, viewDirection} from './camera.ts';

test('up is against gravity where that is along an axis', () => {
  assert.deepEqual(upAxis({dimension: 3, gravity: [0, 0, -9.81]}), [0, 0, 1]);
  assert.deepEqual(upAxis({dimension: 3, gravity: [0, -9810, 0]}), [0, 1, 0]);
  assert.deepEqual(upAxis({dimension: 3, gravity: [0, 0, 9.81]}), [0, 0, -1]);
  assert.deepEqual(upAxis({dimension: 3, gravity: [1, 0, -9]}), [0, 0, 1]);
  assert.deepEqual(upAxis({dimension: 3, gravity: [0, 0, 0]}), [0, 0, 1]);
  assert.deepEqual(upAxis({dimension: 2, gravity: [9.81, 0, 0]}), [0, 1, 0]);
});

test('front has x to the right: from -y where z is up, from +z where y is up', () => {
  assert.deepEqual(viewDirection('front', [0, 0, 1]).toArray(), [0, -1, 0]);
  assert.deepEqual(viewDirection('front', [0, 1, 0]).toArray(), [0, 0, 1]);
  assert.deepEqual(viewDirection('right', [0, 0, 1]).toArray(), [1, 0, 0]);
  assert.ok(viewDirection('iso', [0, 0, 1]).z > 0.3);
});
