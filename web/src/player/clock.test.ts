import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Clock} from './clock.ts';

function clock(values: Partial<Clock>): Clock {
  return Object.assign(new Clock(), {from: 2, to: 6, value: 2}, values);
}

test('speed and pace multiply the seconds', () => {
  // A file in ms at a tenth of real time: 1 s of watching is 100 ms of the run.
  const c = clock({from: 0, to: 1000, value: 0, pace: 1000, speed: 0.1});
  assert.equal(c.advance(1), true);
  assert.equal(c.value, 100);
});

test('once: it stops at the end', () => {
  const c = clock({repeat: 'once', value: 5.5});
  assert.equal(c.advance(0.25), true);
  assert.equal(c.value, 5.75);
  assert.equal(c.advance(1), false);
  assert.equal(c.value, 6);
});

test('loop: what is left over is kept', () => {
  const c = clock({repeat: 'loop', value: 5.5});
  assert.equal(c.advance(1), true);
  assert.equal(c.value, 2.5);
});

test('bounce: it comes back the way it went, and turns again at the start', () => {
  const c = clock({repeat: 'bounce', value: 5.5});
  c.advance(1);
  assert.equal(c.value, 5.5);
  assert.equal(c.direction, -1);
  c.advance(1);
  assert.equal(c.value, 4.5);
  c.advance(3);
  assert.equal(c.value, 2.5);
  assert.equal(c.direction, 1);
});

test('bounce: steps longer than there and back do no harm', () => {
  const c = clock({repeat: 'bounce', value: 3});
  c.advance(8);
  assert.equal(c.value, 3);
  assert.equal(c.direction, 1);
});

test('one row cannot be played', () => {
  const c = clock({from: 3, to: 3, value: 3});
  assert.equal(c.advance(1), false);
  assert.equal(c.value, 3);
});
