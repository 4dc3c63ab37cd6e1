import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import {rowsOfPose, Slots} from './slots.ts';
import {bodyWith, sceneWith} from './test_scene.ts';

const close = (a: THREE.Vector3, b: [number, number, number]) =>
  assert.ok(a.distanceTo(new THREE.Vector3(...b)) < 1e-12, `${a.toArray()} is not ${b}`);

test('a pose turns and moves as its quaternion says', () => {
  const q = new THREE.Quaternion(0.3, -0.4, 0.5, 0.6).normalize();
  const rows = new Float64Array(12);
  rowsOfPose([1, 2, 3, q.w, q.x, q.y, q.z], 0, rows, 0);
  const expected = new THREE.Matrix4().makeRotationFromQuaternion(q).setPosition(1, 2, 3);
  const got = new THREE.Matrix4().set(...([...rows, 0, 0, 0, 1] as Parameters<THREE.Matrix4['set']>));
  got.elements.forEach((x, i) => {
    assert.ok(Math.abs(x - expected.elements[i]!) < 1e-12);
  });
});

test('a spring reaches from end to end, keeps its radius and stretches along its axis', () => {
  const slots = new Slots(sceneWith([bodyWith('a', [0, 0, 2], [])]));
  const {slot, length} = slots.between('stretch', {slot: 0, at: [0, 0, 0]}, {slot: 1, at: [0, 0, 0]});
  assert.equal(length, 2);
  slots.place([3, 0, 4, 1, 0, 0, 0]);
  close(slots.point({slot, at: [0, 0, 0]}, new THREE.Vector3()), [0, 0, 0]);
  close(slots.point({slot, at: [0, 0, length]}, new THREE.Vector3()), [3, 0, 4]);
  close(slots.point({slot, at: [0, 0, length / 2]}, new THREE.Vector3()), [1.5, 0, 2]);
  const rim = slots.point({slot, at: [0.1, 0, 0]}, new THREE.Vector3());
  assert.ok(Math.abs(rim.length() - 0.1) < 1e-12);
  assert.ok(Math.abs(rim.dot(new THREE.Vector3(3, 0, 4))) < 1e-12);
});

test('the halves of a damper keep their length and look at each other', () => {
  const slots = new Slots(sceneWith([bodyWith('a', [0, 0, 2], [])]));
  const ends = [
    {slot: 0, at: [0, 0, 0]},
    {slot: 1, at: [0, 0, 0]},
  ] as const;
  const near = slots.between('near', {...ends[0], at: [0, 0, 0]}, {...ends[1], at: [0, 0, 0]}).slot;
  const far = slots.between('far', {...ends[0], at: [0, 0, 0]}, {...ends[1], at: [0, 0, 0]}).slot;
  slots.place([0, 5, 0, 1, 0, 0, 0]);
  close(slots.point({slot: near, at: [0, 0, 1]}, new THREE.Vector3()), [0, 1, 0]);
  close(slots.point({slot: far, at: [0, 0, 1]}, new THREE.Vector3()), [0, 4, 0]);
});

test('a level slot follows its point without turning; ends that meet give no nonsense', () => {
  const slots = new Slots(sceneWith([bodyWith('a', [1, 0, 0], [])]));
  const {slot} = slots.between('level', {slot: 1, at: [1, 0, 0]}, {slot: 1, at: [1, 0, 0]});
  const met = slots.between('stretch', {slot: 0, at: [0, 0, 0]}, {slot: 1, at: [0, 0, 0]}).slot;
  slots.place([0, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  close(slots.point({slot, at: [1, 0, 0]}, new THREE.Vector3()), [1, 1, 0]);
  assert.ok(slots.matrix(met, new THREE.Matrix4()).elements.every(Number.isFinite));
});
