import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import type {Vec3} from '../../data/types.ts';
import {bodyWith} from '../drawing/test_scene.ts';
import {autoShape, type BodyFacts, equivalentBox} from './auto_shape.ts';

const v = (x: number, y: number, z: number) => new THREE.Vector3(x, y, z);
const shapeOf = (main: THREE.Vector3[], more: Partial<BodyFacts> = {}, mass = 1) =>
  autoShape(bodyWith('b', [0, 0, 0], [], {mass}), {main, minor: [], slide: null, bar: 0.02, size: 2, ...more});

test('one point: a bar to the center of mass with a weight; at the center: a block', () => {
  const bar = shapeOf([v(0, 0, 1)]);
  assert.equal(bar.kind, 'bar');
  assert.deepEqual(bar.bars, [[v(0, 0, 1), v(0, 0, 0)]]);
  assert.equal(bar.bob, true);
  const block = shapeOf([v(0, 0, 0)]);
  assert.equal(block.kind, 'block');
  assert.ok(block.block?.size.every((s) => s >= 0.06 && s <= 0.14 + 1e-12));
});

test('a body without mass has no center: a block at its point', () => {
  const block = shapeOf([v(3, 0, 0)], {}, 0);
  assert.equal(block.kind, 'block');
  assert.deepEqual(block.block?.at, v(3, 0, 0));
});

test('two points: a bar; a center of mass far from it gets a stem', () => {
  assert.deepEqual(shapeOf([v(-0.5, 0, 0), v(0.5, 0, 0)]).bars, [[v(-0.5, 0, 0), v(0.5, 0, 0)]]);
  const off = shapeOf([v(-0.5, 0.4, 0), v(0.5, 0.4, 0)]);
  assert.deepEqual(off.bars[1], [v(0, 0.4, 0), v(0, 0, 0)]);
  assert.equal(off.bob, true);
  assert.equal(shapeOf([v(-0.5, 0.4, 0), v(0.5, 0.4, 0)], {}, 0).bob, false);
});

test('points of one line are one bar, of a plane a plate, of space a hull', () => {
  const line = shapeOf([v(0, 0, 0), v(0.3, 0.3, 0.3), v(-0.6, -0.6, -0.6), v(1, 1, 1)]);
  assert.equal(line.kind, 'bar');
  assert.equal(line.bars.length, 1);
  const plate = shapeOf([v(0, 0, 0.1), v(1, 0, 0.1), v(0, 1, 0.1), v(1, 1, 0.1)]);
  assert.equal(plate.kind, 'plate');
  assert.equal(plate.plates[0]?.length, 4);
  assert.equal(plate.bars.length, 4);
  const hull = shapeOf([v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)]);
  assert.equal(hull.kind, 'hull');
  assert.equal(hull.faces.length, 4);
  assert.equal(hull.bars.length, 6);
});

test('a point well inside the others is the hub of a star', () => {
  const star = shapeOf([v(0, 0, 0), v(1, 0, 0), v(-0.5, 0.87, 0), v(-0.5, -0.87, 0)]);
  assert.equal(star.kind, 'star');
  assert.equal(star.bars.length, 3);
  assert.ok(star.bars.every(([from]) => from.length() === 0));
});

test('a slider with few points is a block along its direction; one with points apart is not', () => {
  const block = shapeOf([v(0, 0, 0)], {slide: v(0, 1, 0)});
  assert.deepEqual(block.block?.axis, v(0, 1, 0));
  assert.ok(block.block!.size[0] > block.block!.size[1]);
  assert.equal(shapeOf([v(0, 0, 0), v(1, 0, 0)], {slide: v(0, 1, 0)}).kind, 'bar');
});

test('a sensor hangs on a stalk from the nearest point', () => {
  const shape = shapeOf([v(-1, 0, 0), v(1, 0, 0)], {minor: [v(0.25, 0.5, 0)]});
  assert.deepEqual(shape.stalks, [[v(0.25, 0, 0), v(0.25, 0.5, 0)]]);
});

test('the equivalent box has the edges of the uniform box', () => {
  const [a, b, c]: Vec3 = [0.3, 0.5, 0.7];
  const moments: Vec3 = [(b * b + c * c) / 12, (c * c + a * a) / 12, (a * a + b * b) / 12];
  equivalentBox(2, moments.map((moment) => 2 * moment) as Vec3).forEach((edge, i) => {
    assert.ok(Math.abs(edge - [a, b, c][i]!) < 1e-12);
  });
  assert.deepEqual(equivalentBox(0, [1, 1, 1]), [0, 0, 0]);
});
