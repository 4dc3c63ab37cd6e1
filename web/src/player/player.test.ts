import assert from 'node:assert/strict';
import {test} from 'node:test';
import {runOf, sceneOf, stateOf} from '../view3d/motion/scene_for_tests.ts';
import {naturalSpeed, Player, paceOf} from './player.ts';

globalThis.requestAnimationFrame ??= () => 0;
globalThis.cancelAnimationFrame ??= () => {};

test('the pace is that of real time in the unit of the file; a sweep takes five seconds', () => {
  const scene = sceneOf({});
  assert.equal(paceOf(runOf(scene, {t: [0, 1]}).run, 1), 1);
  scene.units.time = 'ms';
  assert.equal(paceOf(runOf(scene, {t: [0, 1]}).run, 1), 1000);
  assert.equal(paceOf(runOf(scene, {stiffness: [10, 60]}).run, 50), 10);
});

test('what is over in a moment is slowed down, what takes long is hastened', () => {
  assert.equal(naturalSpeed(10), 1);
  assert.equal(naturalSpeed(0.03), 0.01);
  assert.equal(naturalSpeed(600), 10);
  assert.equal(naturalSpeed(0), 1);
});

test('steps lead from row to row and stop at the ends', async () => {
  const {run, source} = runOf(sceneOf({}), {t: [0, 1, 2, 4]});
  const state = stateOf(run, source);
  const player = new Player(state);
  await player.ready;
  assert.deepEqual(player.range.value, [0, 4]);
  const at = (time: number, rows: number) => {
    state.time.value = time;
    player.step(rows);
    return state.time.value;
  };
  assert.equal(at(0, 1), 1);
  assert.equal(at(1, 1), 2);
  assert.equal(at(1.5, 1), 2);
  assert.equal(at(1.5, -1), 1);
  assert.equal(at(2, -1), 1);
  assert.equal(at(4, -1), 2);
  assert.equal(at(4, 1), 4);
  assert.equal(at(1, -10), 0);
  player.end();
  assert.equal(state.time.value, 4);
});

test('a time outside of a new run is brought into it', async () => {
  const {run, source} = runOf(sceneOf({}), {t: [0, 1]});
  const state = stateOf(run, source);
  state.time.value = 50;
  const player = new Player(state);
  await player.ready;
  assert.equal(state.time.value, 1);
});

test('rows before and after an event are one place', async () => {
  const {run, source} = runOf(sceneOf({}), {t: [0, 1, 1, 1, 2]});
  const state = stateOf(run, source);
  const player = new Player(state);
  await player.ready;
  state.time.value = 1;
  player.step(-1);
  assert.equal(state.time.value, 0);
  player.step(1);
  player.step(1);
  assert.equal(state.time.value, 2);
});
