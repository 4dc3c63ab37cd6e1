import assert from 'node:assert/strict';
import {test} from 'node:test';
import {History} from './history.ts';

test('steps are taken back and done again; a new one forgets what was taken back', () => {
  const history = new History('a');
  assert.equal(history.step(-1), undefined);
  history.put('b', 'text', false, 0);
  history.put('c', 'text', false, 5000);
  assert.equal(history.step(-1), 'b');
  assert.equal(history.step(-1), 'a');
  assert.equal(history.step(-1), undefined);
  assert.equal(history.step(1), 'b');
  history.put('d', 'text', false, 9000);
  assert.equal(history.step(1), undefined);
  assert.equal(history.step(-1), 'b');
});

test('what follows closely is one step, a drag is one step however long it takes, another kind is another', () => {
  const history = new History('a');
  history.put('b', 'text', false, 0);
  history.put('c', 'text', false, 500);
  history.put('d', 'drag 1', true, 600);
  history.put('e', 'drag 1', true, 60000);
  history.put('f', 'drag 2', true, 60001);
  assert.equal(history.step(-1), 'e');
  assert.equal(history.step(-1), 'c');
  assert.equal(history.step(-1), 'a');
});

test('typing goes on as a step of its own after something was taken back', () => {
  const history = new History('a');
  history.put('b', 'text', false, 0);
  history.step(-1);
  history.put('c', 'text', false, 1);
  assert.equal(history.step(-1), 'a');
});
