import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Motion} from './motion.ts';
import {Rows, rowsFor, Samples} from './samples.ts';
import {body, runOf, sceneOf} from './scene_for_tests.ts';

const near = (a: number, b: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b} within ${tolerance}`);

// x, e0 and e3 of a body that turns about z by the given angles on a circle of radius 2.
function turning(angles: number[], times: number[]) {
  return {
    t: times,
    'b.x': angles.map((a) => 2 * Math.cos(a)),
    'b.y': angles.map((a) => 2 * Math.sin(a)),
    'b.z': angles.map(() => 0),
    'b.e0': angles.map((a) => Math.cos(a / 2)),
    'b.e1': angles.map(() => 0),
    'b.e2': angles.map(() => 0),
    'b.e3': angles.map((a) => Math.sin(a / 2)),
  };
}

test('rows are found as a scan finds them, in any order of asking', () => {
  const values = Float64Array.from([0, 1, 1, 2, 5, 5.5]);
  const rows = new Rows(values);
  for (const value of [-1, 0, 0.5, 1, 1.5, 5.2, 5.5, 9, 2, 1.999, 0, 5, 4.9, Number.NaN]) {
    rows.find(value);
    let expected = 0;
    for (let i = 0; i < values.length - 1; ++i) if (values[i]! <= value) expected = i;
    if (!Number.isNaN(value)) assert.equal(rows.row, expected, `row of ${value}`);
    assert.ok(rows.row >= 0 && rows.row < values.length - 1);
  }
  rows.find(3.5);
  assert.equal(rows.fraction, 0.5);
  rows.find(100);
  assert.equal(rows.fraction, 1);
  rows.find(-100);
  assert.equal(rows.fraction, 0);
});

test('half way between two rows a body has turned by half the angle', async () => {
  const scene = sceneOf({bodies: [body('b')]});
  const {run, source} = runOf(scene, turning([0, 1.2], [0, 2]));
  const motion = await Motion.load(source, run, scene);
  const {poses} = motion.at(1);
  near(2 * Math.atan2(poses[6]!, poses[3]!), 0.6);
  near(Math.hypot(poses[3]!, poses[6]!), 1);
});

test('the sign of the Euler parameters does not matter', async () => {
  const scene = sceneOf({bodies: [body('b')]});
  const columns = turning([0.4, 0.8], [0, 1]);
  for (const name of ['b.e0', 'b.e3'] as const) columns[name][1]! *= -1;
  const {run, source} = runOf(scene, columns);
  const {poses} = (await Motion.load(source, run, scene)).at(0.5);
  near(Math.abs(Math.atan2(poses[6]!, poses[3]!)), 0.3);
});

test('a turn in steps of ten degrees keeps its radius to one part in 10000', async () => {
  const scene = sceneOf({bodies: [body('b')]});
  const angles = Array.from({length: 37}, (_, i) => (i * Math.PI) / 18);
  const {run, source} = runOf(
    scene,
    turning(
      angles,
      angles.map((_, i) => 0.1 * i),
    ),
  );
  const motion = await Motion.load(source, run, scene);
  for (let time = 0.1; time < 3.5; time += 0.0173) {
    const {poses} = motion.at(time);
    near(Math.hypot(poses[0]!, poses[1]!), 2, 2e-4);
  }
});

test('a parabola in uneven rows is met exactly', async () => {
  const scene = sceneOf({bodies: [body('b')]});
  const times = [0, 0.3, 1, 1.2, 2];
  const columns = {...turning([0, 0, 0, 0, 0], times), 'b.x': times.map((t) => 3 * t * t - t)};
  const {run, source} = runOf(scene, columns);
  near((await Motion.load(source, run, scene)).at(0.7).poses[0]!, 3 * 0.49 - 0.7);
});

test('in the plane the angle has the unit of the file', async () => {
  const scene = sceneOf({dimension: 2, bodies: [body('b')]});
  scene.units = {...scene.units, angle: 'deg', radians: Math.PI / 180};
  const {run, source} = runOf(scene, {t: [0, 1], 'b.x': [0, 1], 'b.y': [5, 5], 'b.angle': [0, 90]});
  const {poses} = (await Motion.load(source, run, scene)).at(0.5);
  near(2 * Math.atan2(poses[6]!, poses[3]!), Math.PI / 4);
  near(poses[1]!, 5);
});

test('an equilibrium has one row, a sweep may run backwards', async () => {
  const scene = sceneOf({bodies: [body('b')]});
  const one = runOf(scene, turning([0.5], [0]));
  near((await Motion.load(one.source, one.run, scene)).at(7).poses[0]!, 2 * Math.cos(0.5));
  const back = runOf(scene, turning([1, 0.5, 0], [3, 2, 1]));
  const motion = await Motion.load(back.source, back.run, scene);
  assert.equal(motion.first, 1);
  near(motion.at(3).poses[0]!, 2 * Math.cos(1));
});

test('what was not recorded stays in the design position and is named; what is not finite keeps the pose before', async () => {
  const scene = sceneOf({bodies: [body('a', [7, 8, 9]), body('b')]});
  const columns = turning([0, 0, 0], [0, 1, 2]);
  columns['b.x'] = [3, Number.NaN, 5];
  const {run, source} = runOf(scene, columns);
  const motion = await Motion.load(source, run, scene);
  assert.deepEqual(motion.missing, ['a']);
  assert.deepEqual([...motion.at(1.5).poses.subarray(0, 3)], [7, 8, 9]);
  assert.equal(motion.at(1).poses[7], 3);
});

test('the frame is the same object every time', async () => {
  const scene = sceneOf({bodies: [body('b')]});
  const {run, source} = runOf(scene, turning([0, 1], [0, 1]));
  const motion = await Motion.load(source, run, scene);
  assert.equal(motion.at(0.1), motion.at(0.2));
});

test('large models are thinned so that their numbers stay bounded', () => {
  assert.equal(rowsFor(1000, 700), 1000);
  assert.equal(rowsFor(1_000_000, 7), 20000);
  assert.ok(rowsFor(10000, 35000) * 35000 <= 2 ** 23);
});

test('samples: linear between rows, the finite one of two', () => {
  const samples = new Samples(
    Float64Array.from([0, 1]),
    ['a', 'b'],
    [Float64Array.from([1, 3]), Float64Array.from([4, Number.NaN])],
  );
  const out = new Float64Array(2);
  samples.at(0.25, out);
  assert.deepEqual([...out], [1.5, 4]);
});
