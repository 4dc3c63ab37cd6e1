// How force elements are drawn: a coil that stretches, the pot and rod of a damper, a spiral at a joint, a ring of rubber, a mark.
import * as THREE from 'three';
import type {SceneForce, Vec3} from '../../data/types.ts';
import {frameAlong} from '../drawing/hull.ts';
import {Paint} from '../drawing/paint.ts';
import type {Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';
import {atJoint, effort, type Place} from './effort_symbols.ts';

/** Radius of a coil along s = 0 .. 1: straight on the axis up to `from` and after `to`, 1 between. */
export function coilRadius(s: number, from: number, to: number): number {
  if (s <= from || s >= to) return 0;
  const width = 0.08 * (to - from);
  const ramp = Math.min((s - from) / width, (to - s) / width, 1);
  return ramp * ramp * (3 - 2 * ramp);
}

/** Part of the length at each end that is inside the box of a body, and a little more: there the coil is straight. */
function straightEnds(shop: Workshop, ends: SceneForce['ends'], length: number): [number, number] {
  const points = ends.map((end) => shop.slots.point({slot: shop.slots.of(end.body), at: end.at}, new THREE.Vector3()));
  const inside = ends.map((end, i) => {
    const along = points[1 - i]!.clone().sub(points[i]!).normalize();
    const direction = shop.slots.inSlot(shop.slots.of(end.body), along);
    return Math.round((100 * Math.min(shop.depthInBox(end.body, end.at, direction), 0.35 * length)) / length) / 100;
  });
  return [inside[0]! + 0.08, 1 - inside[1]! - 0.08];
}

export function springDamper(shop: Workshop, force: SceneForce, element: number, has: (key: string) => boolean): void {
  const [from, to] = force.ends;
  if (!from || !to) return;
  const ends = [from, to].map((end) => ({slot: shop.slots.of(end.body), at: end.at}));
  const [a, b] = ends as [(typeof ends)[0], (typeof ends)[0]];
  const up = shop.planar ? new THREE.Vector3(0, 0, 1) : undefined;
  const link = shop.slots.between('stretch', a, b, up);
  const length = Math.max(link.length, 0.02 * shop.size);
  const damped = has('damping');
  const sprung = has('stiffness') || !damped;
  const r = Math.min(1.9 * shop.unit, 0.22 * length);
  const [s0, s1] = straightEnds(shop, force.ends, length);
  if (sprung) {
    const turns = Math.max(4, Math.min(9, Math.round(((s1 - s0) * length) / (0.95 * r))));
    const slender = Number((length / r).toPrecision(2));
    const coil = solids.once(`coil ${turns} ${slender} ${s0} ${s1} ${shop.round}`, () =>
      solids.wire(
        (s) => {
          const angle = (2 * Math.PI * turns * (s - s0)) / (s1 - s0);
          const radius = coilRadius(s, s0, s1);
          return new THREE.Vector3(radius * Math.cos(angle), radius * Math.sin(angle), slender * s);
        },
        0.15,
        (shop.round > 14 ? 14 : 10) * (turns + 2),
        shop.round > 14 ? 6 : 4,
      ),
    );
    const pen: Pen = {element, slot: link.slot, paint: Paint.spring, smooth: true};
    shop.sheet.solid(pen, coil, new THREE.Matrix4(), [r, r, length / slender]);
  }
  for (const [i, end] of [from, to].entries()) {
    const at = new THREE.Vector3(...end.at);
    shop.ball({element, slot: ends[i]!.slot, paint: Paint.pin}, at, 0.55 * Math.min(shop.unit, r));
  }
  if (damped) {
    const inner = sprung ? 0.52 * r : 0.8 * r;
    const near = shop.slots.between('near', a, b, up);
    const far = shop.slots.between('far', a, b, up);
    const z = (s: number) => new THREE.Vector3(0, 0, s * length);
    const pot = [s0 + 0.08 * (s1 - s0), s0 + 0.6 * (s1 - s0)] as const;
    shop.rod({element, slot: near.slot, paint: Paint.damper}, z(pot[0]), z(pot[1]), inner);
    shop.rod({element, slot: near.slot, paint: Paint.damper}, z(0), z(pot[0]), 0.3 * inner);
    shop.rod({element, slot: far.slot, paint: Paint.collar}, z(0), z(1 - pot[1] + 0.12 * (s1 - s0)), 0.34 * inner);
  }
}

/** A flat spiral about the axis. */
export function spiral(shop: Workshop, force: SceneForce, element: number): void {
  const joint = shop.joints.get(force.joint ?? '');
  const place = joint ? atJoint(shop, joint, 0) : atBodies(shop, force);
  if (!place) return;
  const r = 2.2 * shop.unit;
  const coil = solids.wire(
    (s) => {
      const angle = 2 * Math.PI * 3.25 * s;
      const radius = 0.32 + 0.68 * s;
      return new THREE.Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0);
    },
    0.07,
    90,
    6,
  );
  const lift = shop.planar ? shop.top + 1.1 * shop.thickness : 1.6 * shop.unit;
  const at = place.at.clone().addScaledVector(place.axis, lift);
  const pen: Pen = {element, slot: place.slot, paint: Paint.spring, smooth: true};
  shop.sheet.solid(pen, coil, frameAlong(place.axis, at), [r, r, r]);
}

function atBodies(shop: Workshop, force: SceneForce): Place | null {
  const [first, body] = force.bodies ?? [];
  if (!first || !body) return null;
  const axis = shop.slots.inSlot(shop.slots.of(body), shop.slots.outOf(shop.slots.of(first), force.axis ?? [0, 0, 1]));
  return {
    slot: shop.slots.of(body),
    at: new THREE.Vector3(...(force.ends[1]?.at ?? ([0, 0, 0] as Vec3))),
    axis: axis.normalize(),
  };
}

export function bushing(shop: Workshop, force: SceneForce, element: number): void {
  const [a, b] = force.ends;
  if (!a || !b) return;
  const r = shop.radiusAt(force.ends);
  const axis = new THREE.Vector3(0, shop.planar ? 0 : 1, shop.planar ? 1 : 0);
  const pen = (body: string, paint: number): Pen => ({element, slot: shop.slots.of(body), paint});
  shop.collar(pen(a.body, Paint.spring), new THREE.Vector3(...a.at), axis, 1.8 * r, 1.8 * r, 0.5);
  shop.drum(pen(b.body, Paint.collar), new THREE.Vector3(...b.at), axis, 0.7 * r, 2.4 * r);
}

/** Where a force or torque acts; its arrow is drawn with the results. */
export function anchor(shop: Workshop, force: SceneForce, element: number): void {
  const [end] = force.ends;
  if (end) {
    const pen: Pen = {element, slot: shop.slots.of(end.body), paint: Paint.load};
    const at = new THREE.Vector3(...end.at);
    if (shop.planar) at.z += shop.top + shop.thickness;
    shop.ball(pen, at, 0.5 * shop.unit);
    return;
  }
  const joint = shop.joints.get(force.joint ?? '');
  if (joint) effort(shop, joint, element, Paint.load, false);
}
