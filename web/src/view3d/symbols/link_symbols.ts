// Joints that reach from one point to another: massless links, a thin rod with what holds it at each end; the constraint of a
// distance; couplings of joints, dashed.
import * as THREE from 'three';
import type {SceneJoint} from '../../data/types.ts';
import {Paint} from '../drawing/paint.ts';
import type {Pen} from '../drawing/sheet.ts';
import type {Workshop} from '../drawing/workshop.ts';
import type {Bench} from './joints.ts';

type End = (bench: Bench, which: 0 | 1) => void;

export function linkWith(bench: Bench, first: End, second: End): void {
  const {shop, joint, element, a, b, r} = bench;
  const link = shop.slots.between('stretch', {slot: a.slot, at: joint.at![0]}, {slot: b.slot, at: joint.at![1]});
  first(bench, 0);
  second(bench, 1);
  if (link.length < 1e-9 * shop.size) return;
  const [from, to] = [new THREE.Vector3(), new THREE.Vector3(0, 0, link.length)];
  shop.rod({element, slot: link.slot, paint: Paint.link}, from, to, 0.42 * r);
}

export const ballEnd: End = ({shop, a, b, at, r}, which) => {
  const pen = which === 0 ? a : b;
  shop.ball({...pen, paint: Paint.pin}, at[which], 0.85 * r);
};

export const pinEnd: End = ({shop, a, b, at, axis, r}, which) => {
  const pen = which === 0 ? a : b;
  shop.collar({...pen, paint: Paint.collar}, at[which], axis[which], 0.9 * r, 1.5 * r, 0.6);
  shop.drum({...pen, paint: Paint.pin}, at[which], axis[which], 0.5 * r, 2.3 * r);
};

export const sleeveEnd: End = (bench, which) => {
  const {shop, a, b, at, axis, r} = bench;
  const pen = which === 0 ? a : b;
  shop.collar({...pen, paint: Paint.collar}, at[which], axis[which], r, 2.6 * r, 0.5);
  shop.drum({...pen, paint: Paint.pin}, at[which], axis[which], 0.45 * r, 7 * r);
};

/** A dashed line with small balls at its ends. */
export function distance({shop, joint, element, a, b, r}: Bench): void {
  const link = shop.slots.between('stretch', {slot: a.slot, at: joint.at![0]}, {slot: b.slot, at: joint.at![1]});
  const pen: Pen = {element, slot: link.slot, paint: Paint.dash};
  shop.dashes(pen, new THREE.Vector3(), new THREE.Vector3(0, 0, link.length), 0.8 * r);
  shop.ball({...a, paint: Paint.dash}, new THREE.Vector3(...joint.at![0]), 0.45 * r);
  shop.ball({...b, paint: Paint.dash}, new THREE.Vector3(...joint.at![1]), 0.45 * r);
}

/** Gears, racks and couplers: dashes between the joints that they couple. */
export function drawCouplings(shop: Workshop): void {
  const {joints} = shop;
  shop.sheet.elements.forEach(({ref, active}, element) => {
    const coupling = ref.section === 'joints' && active ? joints.get(ref.name) : undefined;
    const parts = (coupling?.joints ?? []).map((name) => joints.get(name));
    for (let i = 0; i + 1 < parts.length; ++i) {
      const [from, to] = [parts[i], parts[i + 1]];
      if (!from?.at || !to?.at || from.bodies.length !== 2 || to.bodies.length !== 2) continue;
      const anchor = (joint: SceneJoint) => ({slot: shop.slots.of(joint.bodies[1]!), at: joint.at![1]});
      const link = shop.slots.between('stretch', anchor(from), anchor(to));
      if (link.length < shop.unit) continue;
      const lift = new THREE.Vector3(0, 0, 0);
      const pen: Pen = {element, slot: link.slot, paint: Paint.dash};
      shop.dashes(pen, lift, new THREE.Vector3(0, 0, link.length), shop.unit);
    }
  });
}
