import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Signal} from './signal.ts';

test('listeners hear changes only, until they stop', () => {
  const signal = new Signal(1);
  const heard: number[] = [];
  const stop = signal.follow((value) => heard.push(value));
  signal.value = 1;
  signal.value = 2;
  stop();
  signal.value = 3;
  assert.deepEqual(heard, [1, 2]);
});

test('a listener that stops another in the middle of a change does no harm', () => {
  const signal = new Signal('a');
  const heard: string[] = [];
  const stops: (() => void)[] = [];
  stops.push(signal.listen(() => stops[1]?.()));
  stops.push(signal.listen((value) => heard.push(value)));
  signal.value = 'b';
  signal.value = 'c';
  assert.deepEqual(heard, ['b']);
});
