import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import {facingPlane, snapped, stepFor, target} from './grips.ts';

const ray = (from: number[], through: number[]) => {
  const origin = new THREE.Vector3().fromArray(from);
  return new THREE.Ray(origin, new THREE.Vector3().fromArray(through).sub(origin).normalize());
};
const near = (a: THREE.Vector3 | null, b: number[]) =>
  assert.ok(a && a.distanceTo(new THREE.Vector3().fromArray(b)) < 1e-9, `${a?.toArray()} is not ${b}`);

test('in a plane: where the ray meets it', () => {
  near(target(ray([0, 0, 10], [3, 4, 5]), new THREE.Vector3(1, 1, 5), 'xy'), [3, 4, 5]);
  near(target(ray([10, 1, 2], [2, 3, 4]), new THREE.Vector3(2, 0, 0), 'yz'), [2, 3, 4]);
  near(target(ray([1, 9, 2], [4, 5, 6]), new THREE.Vector3(0, 5, 0), 'zx'), [4, 5, 6]);
});

test('along an axis: the point of it that is nearest to the ray', () => {
  // From [0, 10, 0] towards +x and down: the nearest point of the line y = 0, z = 3 is where x of the ray is 7 at y = 0.
  near(target(ray([0, 10, 0], [7, 0, 0]), new THREE.Vector3(1, 0, 3), 'x'), [7, 0, 3]);
  near(target(ray([0, 10, 0], [0, 0, 4]), new THREE.Vector3(0, 0, 1), 'z'), [0, 0, 4]);
});

test('a ray along the plane or the axis says nothing', () => {
  assert.equal(target(ray([0, 0, 1], [5, 0, 1]), new THREE.Vector3(0, 0, 0), 'xy'), null);
  assert.equal(target(ray([-5, 0, 0], [5, 0, 0]), new THREE.Vector3(0, 1, 0), 'x'), null);
});

test('coordinates snap to steps, and only those of the way', () => {
  const to = new THREE.Vector3(1.26, 2.74, 3.1);
  assert.deepEqual(snapped(to, [1, 2, 3], 'xy', 0.5), [1.5, 2.5, 3]);
  assert.deepEqual(snapped(to, [1, 2, 3], 'z', 0.1), [1, 2, 3.1]);
  assert.deepEqual(snapped(to, [1, 2, 3], 'x', 0), [1.26, 2, 3]);
});

test('the plane that is seen most directly, and steps that suit the size', () => {
  assert.equal(facingPlane(new THREE.Vector3(0.1, 0.2, -0.9)), 'xy');
  assert.equal(facingPlane(new THREE.Vector3(0.9, 0.2, -0.1)), 'yz');
  assert.equal(facingPlane(new THREE.Vector3(0.1, 0.9, -0.1)), 'zx');
  assert.equal(stepFor(700), 1);
  assert.equal(stepFor(0.3), 0.0005);
  assert.equal(stepFor(1500), 2);
});
