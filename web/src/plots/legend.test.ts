import assert from 'node:assert/strict';
import {test} from 'node:test';
import {largestOf, withoutDust} from './legend.ts';

test('rounding dust beside a large curve is shown as nothing, a small curve as it is', () => {
  const curve = [0, -30, Number.NaN, 20, Number.POSITIVE_INFINITY];
  assert.equal(largestOf(curve), 30);
  assert.equal(withoutDust(-2.8e-14, 30), 0);
  assert.equal(withoutDust(-2.8e-10, 30), -2.8e-10);
  assert.equal(withoutDust(3e-15, 3e-15), 3e-15);
  assert.equal(withoutDust(0, 0), 0);
  assert.equal(withoutDust(undefined, 1), undefined);
});
