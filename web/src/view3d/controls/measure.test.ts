import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import type {Scene} from '../../data/types.ts';
import {measured} from './measure.ts';

const scene = {units: {length: 'mm'}, dimension: 3} as unknown as Scene;
const v = (x: number, y: number, z: number) => new THREE.Vector3(x, y, z);

test('distance, its components and the smaller angle of the axes', () => {
  assert.equal(measured(scene, v(1, 1, 1), v(4, 5, 1), null), '5 mm · x 3, y 4, z 0');
  assert.match(measured(scene, v(0, 0, 0), v(0, 0, 2), [v(1, 0, 0), v(-1, 1, 0)]), /2 mm .* axes 45° apart$/);
});
