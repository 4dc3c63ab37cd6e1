import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {SceneForce, SceneJoint} from '../../data/types.ts';
import {arrowScale, effortsOf, largestEffort} from './effort_list.ts';
import {body, sceneOf} from './scene_for_tests.ts';

const joint: SceneJoint = {
  name: 'j',
  type: 'revolute',
  symbol: 'hinge',
  active: true,
  bodies: ['ground', 'b'],
  at: [
    [1, 0, 0],
    [0.5, 0, 0],
  ],
  axis: [
    [0, 0, 1],
    [0, 1, 0],
  ],
};
const spring: SceneForce = {
  name: 's',
  type: 'spring_damper',
  symbol: 'spring',
  active: true,
  ends: [
    {body: 'ground', at: [0, 0, 1]},
    {body: 'b', at: [0, 0, 2]},
  ],
};

test('the largest of the run is a quarter of the scene', () => {
  const data = Float64Array.from([3, 4, 0, 0, 0, 12, Number.NaN, 1, 1]);
  assert.equal(largestEffort(data, 3, [0, 1, 2]), 12);
  assert.equal(largestEffort(data, 3, [0, 1, -1]), 5);
  assert.equal(12 * arrowScale(12, 2), 0.5);
  assert.equal(12 * arrowScale(12, 2, 3), 1.5);
  assert.equal(arrowScale(0, 2), 0);
});

test('reactions act at the point of the second body, as far as they were recorded', () => {
  const scene = sceneOf({bodies: [body('b')], joints: [joint], gravity: [0, 0, 0]});
  const has = new Set(['j.fx', 'j.fy', 'j.tz']);
  const [force, moment] = effortsOf(scene, (name) => has.has(name));
  assert.deepEqual(force!.at, {body: 'b', point: [0.5, 0, 0]});
  assert.deepEqual(force!.columns, ['j.fx', 'j.fy', '']);
  assert.equal(moment!.kind, 'moment');
  assert.deepEqual(moment!.columns, ['', '', 'j.tz']);
  assert.equal(effortsOf(scene, () => false).length, 0);
});

test('a spring pulls both ends towards each other', () => {
  const scene = sceneOf({bodies: [body('b')], forces: [spring], gravity: [0, 0, 0]});
  const efforts = effortsOf(scene, (name) => name === 's.force');
  assert.equal(efforts.length, 2);
  assert.equal(efforts[0]!.at.body, 'ground');
  assert.deepEqual(efforts[0]!.along, {body: 'b', to: [0, 0, 2], sign: 1});
  assert.equal(efforts[1]!.at.body, 'b');
});

test('a rotational spring acts against the angle, a driver along it', () => {
  const scene = sceneOf({
    bodies: [body('b')],
    joints: [joint],
    gravity: [0, 0, 0],
    forces: [
      {
        name: 'r',
        type: 'rotational_spring_damper',
        symbol: 'spiral',
        active: true,
        ends: [],
        joint: 'j',
      },
    ],
    drivers: [{name: 'd', active: true, joint: 'j', coordinate: 'angle'}],
  });
  const [closer, motor] = effortsOf(scene, (name) => name === 'r.torque' || name === 'd.torque');
  assert.deepEqual(closer!.along, {body: 'b', axis: [0, 1, 0], sign: -1});
  assert.deepEqual(motor!.along, {body: 'b', axis: [0, 1, 0], sign: 1});
  assert.ok(closer!.turns && motor!.turns);
});

test('weights are in the unit of force: 2 kg in a file in mm is 19.62 N', () => {
  const scene = sceneOf({bodies: [{...body('b'), mass: 2}], gravity: [0, -9810, 0]});
  scene.units.length = 'mm';
  const [weight] = effortsOf(scene, () => false);
  assert.ok(Math.abs(weight!.weight![1] + 19.62) < 1e-12);
  // The same in mm and ms: 9.81e-3 mm/ms²
  scene.units.time = 'ms';
  scene.gravity = [0, -9.81e-3, 0];
  assert.ok(Math.abs(effortsOf(scene, () => false)[0]!.weight![1] + 19.62) < 1e-12);
});
