import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Motion} from './motion.ts';
import {body, runOf, sceneOf} from './scene_for_tests.ts';
import {pathOf, tracedPoint} from './traces.ts';

test('the path of a point that turns with its body', async () => {
  const scene = sceneOf({dimension: 2, bodies: [body('a'), body('b')]});
  const zero = [0, 0];
  const columns = {'a.x': zero, 'a.y': zero, 'a.angle': zero, 'b.x': [0, 1], 'b.y': zero, 'b.angle': [0, Math.PI / 2]};
  const {run, source} = runOf(scene, {t: [0, 1], ...columns});
  const path = pathOf(await Motion.load(source, run, scene), 1, [2, 0, 0]);
  // (2, 0) before; a quarter turn about (1, 0) after
  [2, 0, 0, 1, 2, 0].forEach((each, i) => {
    assert.ok(Math.abs(path[i]! - each) < 1e-6);
  });
});

test('a joint is traced on the body that moves', () => {
  const joint = {
    name: 'j',
    type: 'revolute',
    active: true,
    bodies: ['b', 'ground'],
    at: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  } as const;
  const scene = sceneOf({bodies: [body('b')], joints: [joint as never]});
  assert.deepEqual(tracedPoint(scene, {section: 'joints', name: 'j'}), {body: 'b', at: [1, 2, 3]});
  assert.deepEqual(tracedPoint(scene, {section: 'bodies', name: 'b'}), {body: 'b', at: [0, 0, 0]});
  assert.equal(tracedPoint(scene, {section: 'outputs', name: 'j'}), null);
});
