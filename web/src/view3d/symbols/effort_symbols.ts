// What acts in a joint: an arrow about its axis or along it, with the disc of a motor.
import * as THREE from 'three';
import type {SceneJoint, Vec3} from '../../data/types.ts';
import {frameAlong} from '../drawing/hull.ts';
import type {Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';
import {telescope} from './joint_symbols.ts';

export interface Place {
  slot: number;
  at: THREE.Vector3;
  axis: THREE.Vector3;
}

export function atJoint(shop: Workshop, joint: SceneJoint, which: 0 | 1): Place | null {
  if (!joint.at || joint.bodies.length !== 2) return null;
  const axis = new THREE.Vector3(...(joint.axis?.[which] ?? ([0, 0, 1] as Vec3))).normalize();
  return {slot: shop.slots.of(joint.bodies[which]), at: new THREE.Vector3(...joint.at[which]), axis};
}

/** A turning or straight arrow at a joint; a motor has a disc too. */
export function effort(shop: Workshop, joint: SceneJoint, element: number, paint: number, motor: boolean): void {
  const place = atJoint(shop, joint, 0);
  if (!place) return;
  const r = shop.radiusAt([{body: joint.bodies[1]!, at: joint.at![1]}]);
  const pen: Pen = {element, slot: place.slot, paint};
  const {at, axis} = place;
  if (shop.symbol(joint).straight) {
    if (!joint.bodies.some((name) => name === 'ground'))
      at.copy(telescope({shop, joint, at: [at, at], axis: [axis, axis], r}).sleeve);
    const across = new THREE.Vector3().setFromMatrixColumn(
      frameAlong(axis, at, shop.slots.inSlot(place.slot, shop.down)),
      0,
    );
    const from = at
      .clone()
      .addScaledVector(across, -4.2 * r)
      .addScaledVector(axis, -3 * r);
    if (shop.planar) from.z = shop.top;
    if (motor) shop.drum(pen, from, across.clone().cross(axis), 0.8 * r, 0.5 * r);
    shop.arrow(pen, from, from.clone().addScaledVector(axis, 6 * r), 0.24 * r);
    return;
  }
  const lift = shop.planar ? shop.top + 1.1 * shop.thickness : 1.7 * r;
  const center = at.clone().addScaledVector(axis, lift);
  turningArrow(shop, pen, center, axis, 2.3 * r);
  if (motor) shop.drum(pen, center, axis, 0.8 * r, 0.5 * r);
}

export function turningArrow(shop: Workshop, pen: Pen, at: THREE.Vector3, axis: THREE.Vector3, radius: number): void {
  const sweep = 1.45 * Math.PI;
  const arc = solids.wire((s) => new THREE.Vector3(Math.cos(sweep * s), Math.sin(sweep * s), 0), 0.09, 32, 6);
  const frame = frameAlong(axis, at);
  shop.sheet.solid({...pen, smooth: true}, arc, frame, [radius, radius, radius]);
  const tip = new THREE.Vector3(Math.cos(sweep), Math.sin(sweep), 0).multiplyScalar(radius).applyMatrix4(frame);
  const tangent = new THREE.Vector3(-Math.sin(sweep), Math.cos(sweep), 0).transformDirection(frame);
  const head = 0.62 * radius;
  shop.sheet.solid(pen, solids.cone(shop.round), frameAlong(tangent, tip), [0.4 * head, 0.4 * head, head]);
}
