import assert from 'node:assert/strict';
import {test} from 'node:test';
import {changeBetween} from './editor_view.ts';

test('the change between two texts is as small as it can be', () => {
  const apply = (from: string, to: string) => {
    const change = changeBetween(from, to);
    return change ? from.slice(0, change.from) + change.insert + from.slice(change.to) : from;
  };
  assert.equal(changeBetween('abc', 'abc'), null);
  assert.deepEqual(changeBetween('P: [1, 2]', 'P: [1, 25]'), {from: 8, to: 8, insert: '5'});
  for (const [a, b] of [
    ['aa', 'aaa'],
    ['', 'x'],
    ['xyz', ''],
    ['one two', 'one three two'],
  ] as const)
    assert.equal(apply(a, b), b);
});
