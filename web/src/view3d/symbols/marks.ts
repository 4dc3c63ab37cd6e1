// Marks: the quartered ball at a center of mass, crosses at hard points, sensors with their direction.
import * as THREE from 'three';
import type {SceneBody} from '../../data/types.ts';
import {Paint} from '../drawing/paint.ts';
import type {Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';

export function drawMarks(shop: Workshop): void {
  for (const body of shop.scene.bodies) if (body.mass > 0) massMark(shop, body);
  for (const sensor of shop.scene.sensors) {
    const element = shop.sheet.element({section: 'sensors', name: sensor.name}, 'points');
    const pen: Pen = {element, slot: shop.slots.of(sensor.body), paint: Paint.sensor};
    const at = new THREE.Vector3(...sensor.at);
    if (shop.planar) at.z += shop.top + 0.6 * shop.thickness;
    shop.ball(pen, at, 0.42 * shop.unit);
    shop.sheet.segments(pen, cross(at, 1.3 * shop.unit, shop.planar));
    if (sensor.axis) {
      const axis = new THREE.Vector3(...sensor.axis).setLength(5 * shop.unit);
      shop.arrow(pen, at, at.clone().add(axis), 0.16 * shop.unit);
    }
  }
  for (const point of shop.scene.points) {
    const element = shop.sheet.element({section: 'points', name: point.name}, 'points');
    shop.sheet.segments(
      {element, slot: 0, paint: Paint.point},
      cross(new THREE.Vector3(...point.at), 0.9 * shop.unit, shop.planar),
    );
  }
}

function cross(at: THREE.Vector3, half: number, planar: boolean): THREE.Vector3[] {
  const points: THREE.Vector3[] = [];
  for (let k = 0; k < (planar ? 2 : 3); ++k) {
    const arm = new THREE.Vector3().setComponent(k, half);
    points.push(at.clone().sub(arm), at.clone().add(arm));
  }
  return points;
}

function massMark(shop: Workshop, body: SceneBody): void {
  const element = shop.sheet.element({section: 'bodies', name: body.name}, 'masses');
  const slot = shop.slots.of(body.name);
  const r = 0.4 * shop.unit;
  const at = new THREE.Vector3(0, 0, shop.planar ? shop.height(body.name) + 0.5 * shop.thickness : 0);
  const size: [number, number, number] = [r, r, shop.planar ? Math.min(r, 0.3 * shop.thickness) : r];
  for (const sign of [1, -1] as const) {
    const pen: Pen = {element, slot, paint: sign > 0 ? Paint.massDark : Paint.massLight, smooth: true};
    // turned in space, so that the usual views do not look into the middle of an octant
    const frame = new THREE.Matrix4();
    if (!shop.planar) frame.makeRotationAxis(new THREE.Vector3(1, -1, 0.3).normalize(), 0.85);
    shop.sheet.solid(pen, solids.octants(sign, shop.round > 12 ? 16 : 8), frame.setPosition(at), size);
  }
}
