import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import {frameAlong, hull2, hull3, lineOf, planeOf} from './hull.ts';

const cube = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => new THREE.Vector3(x, y, z))));

test('the hull of a cube with a point inside has six squares and twelve edges', () => {
  const hull = hull3([...cube, new THREE.Vector3(0.4, 0.5, 0.6)], 1e-6);
  assert.equal(hull.faces.length, 6);
  assert.ok(hull.faces.every((face) => face.length === 4));
  assert.equal(hull.edges.length, 12);
  assert.ok(hull.edges.every(([a, b]) => Math.abs(cube[a]!.distanceTo(cube[b]!) - 1) < 1e-12));
});

test('faces go counterclockwise seen from outside', () => {
  const middle = new THREE.Vector3(0.5, 0.5, 0.5);
  for (const face of hull3(cube, 1e-6).faces) {
    const [a, b, c] = face.map((i) => cube[i]!) as [THREE.Vector3, THREE.Vector3, THREE.Vector3];
    const normal = b.clone().sub(a).cross(c.clone().sub(b));
    assert.ok(normal.dot(a.clone().sub(middle)) > 0);
  }
});

test('the hull in the plane goes counterclockwise around the corners', () => {
  const points = [
    [0, 0],
    [2, 0],
    [1, 1],
    [2, 2],
    [0, 2],
    [1, 0],
  ].map(([x, y]) => new THREE.Vector2(x, y));
  assert.deepEqual(hull2(points), [0, 1, 3, 4]);
});

test('lines and planes are found within the tolerance', () => {
  const line = [0, 3, 1].map((s) => new THREE.Vector3(s, 2 * s, -s));
  assert.deepEqual(lineOf(line, 1e-9), [line[0], line[1]]);
  assert.equal(planeOf(line, 1e-9), null);
  const tilted = [
    [0, 0],
    [1, 0],
    [0, 1],
    [3, 2],
  ].map(([x, y]) => new THREE.Vector3(x, y, x! + 2 * y!));
  const normal = new THREE.Vector3().setFromMatrixColumn(planeOf(tilted, 1e-9)!, 2);
  assert.ok(Math.abs(Math.abs(normal.dot(new THREE.Vector3(-1, -2, 1).normalize())) - 1) < 1e-12);
  tilted[3]!.z += 0.1;
  assert.equal(planeOf(tilted, 1e-3), null);
});

test('a frame along a direction is right-handed and orthonormal', () => {
  for (const z of [new THREE.Vector3(0, 0, 2), new THREE.Vector3(1, 2, -3), new THREE.Vector3(-1, 0, 0)]) {
    const frame = frameAlong(z, new THREE.Vector3(1, 1, 1), z.clone());
    assert.ok(Math.abs(frame.determinant() - 1) < 1e-12);
    assert.ok(new THREE.Vector3().setFromMatrixColumn(frame, 2).distanceTo(z.normalize()) < 1e-12);
  }
});
