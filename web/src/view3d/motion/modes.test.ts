import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import {designFrame} from '../drawing/drawing.ts';
import {largestDisplacement, ModeMotion, modeWords, readModes} from './modes.ts';
import {body, sceneOf} from './scene_for_tests.ts';

const near = (a: number, b: number, tolerance = 1e-12) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

const modesCsv = 'real,imag,frequency,damping\n-1,10,1.6,0.1\n0,20,3.18,0\n';
const shapesCsv = `mode,name,real,imag,amplitude,phase
1,b.x,0.6,0.8,1,53
1,b.rz,0,0,0,0
1,j.angle,5,0,5,0
2,b.x,0,0,0,0
2,b.rz,2,0,2,0
`;

test('the phase turns the shape: Re(u e^{i phi})', () => {
  const scene = sceneOf({bodies: [body('b', [3, 0, 0])], size: 10});
  const [mode] = readModes(scene, modesCsv, shapesCsv);
  const motion = new ModeMotion(designFrame(scene));
  // The largest displacement |0.6 + 0.8 i| = 1 is drawn as a tenth of the scene.
  near(mode!.scale, 1);
  near(motion.at(mode!, 0, 1).poses[0]!, 3.6);
  near(motion.at(mode!, 0.25, 1).poses[0]!, 3 - 0.8);
  near(motion.at(mode!, 0.5, 1).poses[0]!, 3 - 0.6);
  near(motion.at(mode!, 0, 0.5).poses[0]!, 3.3);
});

test('rotations are global vectors before the orientation of the body, in the unit of the file', () => {
  const turned = {...body('b'), q: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] as [number, number, number, number]};
  turned.attachments = [{at: [1, 0, 0], of: []}];
  const scene = sceneOf({bodies: [turned], size: 1});
  scene.units.radians = Math.PI / 180;
  const mode = readModes(scene, modesCsv, shapesCsv)[1]!;
  near(mode.shape[5]!, (2 * Math.PI) / 180);
  // The attachment at 1 moves by the angle: a tenth of the scene.
  near(mode.scale * mode.shape[5]!, 0.1);
  const {poses} = new ModeMotion(designFrame(scene)).at(mode, 0, 1);
  // exp(0.1 z/2) (c + c i) = c (cos + sin k)(1 + i) = c (cos, cos, sin, sin)
  const c = Math.SQRT1_2;
  [c * Math.cos(0.05), c * Math.cos(0.05), c * Math.sin(0.05), c * Math.sin(0.05)].forEach((each, k) => {
    near(poses[3 + k]!, each);
  });
});

test('any rotation of any orientation, as three.js composes them', () => {
  const start = new THREE.Quaternion(0.1, -0.5, 0.3, 0.7).normalize();
  const turned = {...body('b'), q: [start.w, start.x, start.y, start.z] as [number, number, number, number]};
  const scene = sceneOf({bodies: [turned]});
  const axis = new THREE.Vector3(2, -1, 0.5).normalize();
  const mode = {...readModes(scene, modesCsv, '')[0]!, scale: 1};
  axis
    .clone()
    .multiplyScalar(0.9)
    .toArray()
    .forEach((each, k) => {
      mode.shape[3 + k] = each;
    });
  const expected = new THREE.Quaternion().setFromAxisAngle(axis, 0.9).multiply(start);
  const {poses} = new ModeMotion(designFrame(scene)).at(mode, 0, 1);
  [expected.w, expected.x, expected.y, expected.z].forEach((each, k) => {
    near(poses[3 + k]!, each);
  });
});

test('the largest displacement counts rotations at the attachments', () => {
  const arm = {...body('b'), attachments: [{at: [0, 3, 0] as [number, number, number], of: []}]};
  const shape = new Float64Array(12);
  shape[5] = 2; // about z: (-6, 0, 0) at the attachment
  near(largestDisplacement(sceneOf({bodies: [arm]}), shape), 6);
});

test('in words', () => {
  const mode = readModes(sceneOf({}), modesCsv, shapesCsv)[0]!;
  assert.equal(modeWords(mode), '1.6 Hz, damped 10 %');
  assert.equal(modeWords({...mode, damping: 0}), '1.6 Hz, undamped');
  assert.equal(modeWords({...mode, damping: -0.1}), '1.6 Hz, unstable: it grows');
  assert.equal(modeWords({...mode, real: -4, imag: 0}), 'no oscillation, fades in 0.25 s');
  assert.equal(modeWords({...mode, real: 0, imag: 0}), 'rigid: nothing pulls it back');
});
