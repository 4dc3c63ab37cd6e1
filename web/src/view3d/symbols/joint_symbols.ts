// How joints and basic constraints are drawn, as an engineer does: a pin in a collar, a ball in its socket, a block on its rail,
// a rod through a tube, a cross, a thread. Each half moves with its own body, so that a joint that does not close shows it.
import * as THREE from 'three';
import {bearingsOf, FAR} from '../bodies/bearings.ts';
import {frameAlong} from '../drawing/hull.ts';
import {Paint} from '../drawing/paint.ts';
import type {Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';
import type {Bench} from './joints.ts';

function pinAt(bench: Bench, at: [THREE.Vector3, THREE.Vector3]): void {
  const {shop, a, b, axis, r} = bench;
  if (shop.planar) {
    const bottom = -1.1 * shop.thickness;
    const top = shop.top + 0.9 * shop.thickness;
    const middle = (p: THREE.Vector3) => p.clone().setZ((bottom + top) / 2);
    const up = new THREE.Vector3(0, 0, 1);
    shop.drum(b, middle(at[1]), up, 0.42 * r, top - bottom + 0.25 * shop.thickness);
    shop.collar({...a, paint: Paint.collar}, middle(at[0]), up, 0.72 * r, top - bottom, 0.6);
    return;
  }
  shop.collar({...a, paint: Paint.collar}, at[0], axis[0], r, 1.9 * r, 0.62);
  shop.drum(b, at[1], axis[1], 0.56 * r, 2.7 * r);
}

export function revolute(bench: Bench): void {
  pinAt(bench, bench.at);
  const other = bearingsOf(bench.shop).get(bench.joint.name);
  if (!other) return;
  const inSlot = (slot: number) =>
    other.at.clone().applyMatrix4(bench.shop.slots.matrix(slot, new THREE.Matrix4()).invert());
  pinAt(bench, [inSlot(bench.a.slot), inSlot(bench.b.slot)]);
}

/** Half the length of a rail. */
const railHalf = (bench: Bench) => Math.max(6 * bench.r, 0.13 * bench.shop.size);

/** A rail beside the slider; on ground with hatching. Between moving bodies a square sleeve and its rod. */
export function prismatic(bench: Bench): void {
  const {shop, a, b, axis, r, joint} = bench;
  const grounded = joint.bodies[0] === 'ground' ? 0 : joint.bodies[1] === 'ground' ? 1 : -1;
  if (grounded !== -1) {
    rail(bench, grounded);
    return;
  }
  const {sleeve, rod} = telescope(bench);
  if (shop.planar) {
    const up = new THREE.Vector3(0, 0, 1);
    const level = (p: THREE.Vector3, body: string) => p.clone().setZ(shop.height(body) + 0.5 * shop.thickness);
    shop.block(a, level(sleeve, joint.bodies[0]!), axis[0], up, [4.4 * r, 2.9 * r, 0.9 * shop.thickness]);
    shop.block(b, level(rod.middle, joint.bodies[1]!), axis[1], up, [rod.length, 0.8 * r, 1.2 * shop.thickness]);
    return;
  }
  shop.sheet.solid(a, solids.box(), squareFrame(shop, a.slot, sleeve, axis[0]), [2.4 * r, 2.4 * r, 4 * r]);
  shop.sheet.solid(b, solids.box(), squareFrame(shop, b.slot, rod.middle, axis[1]), [1.2 * r, 1.2 * r, rod.length]);
}

/**
 * Where two bodies glide in each other: the joint's point may stand anywhere on its line, so the sleeve of the first body is midway
 * between the centers of mass, and the rod of the second reaches from there to its own. Of a body that is but a slider: at it.
 */
export function telescope({shop, joint, at, axis, r}: Pick<Bench, 'shop' | 'joint' | 'at' | 'axis' | 'r'>): {
  sleeve: THREE.Vector3;
  rod: {middle: THREE.Vector3; length: number};
} {
  const onLine = (which: 0 | 1) => {
    const slot = shop.slots.of(joint.bodies[which]!);
    const global = shop.slots.point({slot, at: joint.at![which]}, new THREE.Vector3());
    const center = shop.slots.point({slot, at: [0, 0, 0]}, new THREE.Vector3());
    const line = shop.slots.outOf(slot, joint.axis?.[which] ?? [0, 0, 1]);
    return center.sub(global).dot(line);
  };
  const centers = [joint.bodies[0] === 'ground' ? 0 : onLine(0), joint.bodies[1] === 'ground' ? 0 : onLine(1)] as const;
  const small = ([0, 1] as const).find((which) => {
    const body = shop.bodies.get(joint.bodies[which]!);
    return body && body.geometry.length === 0 && body.attachments.length <= 2 && Math.abs(centers[which]) < 3 * r;
  });
  const grounded = joint.bodies.some((name) => name === 'ground');
  const s = grounded ? 0 : small === undefined ? (centers[0] + centers[1]) / 2 : centers[small];
  const [low, high] = grounded
    ? [-4.5 * r, 4.5 * r]
    : [Math.min(s, centers[1]) - 3 * r, Math.max(s, centers[1]) + 3 * r];
  const along = (which: 0 | 1, x: number) => at[which].clone().addScaledVector(axis[which].clone().normalize(), x);
  return {sleeve: along(0, s), rod: {middle: along(1, (low + high) / 2), length: high - low}};
}

function squareFrame(shop: Workshop, slot: number, at: THREE.Vector3, axis: THREE.Vector3): THREE.Matrix4 {
  return frameAlong(axis, at, shop.slots.inSlot(slot, shop.down));
}

function rail(bench: Bench, which: 0 | 1): void {
  const {shop, at, axis, r, joint} = bench;
  const pen: Pen = {element: bench.element, slot: 0, paint: Paint.ground};
  // where the slider is now, on the line of the rail
  const other = (1 - which) as 0 | 1;
  const slider = shop.slots.of(joint.bodies[other]!);
  const now = shop.slots.point({slot: slider, at: joint.at![other]}, new THREE.Vector3());
  const line = axis[which].clone().normalize();
  const half = railHalf(bench);
  const massive = (shop.bodies.get(joint.bodies[other]!)?.mass ?? 0) > 0;
  if (massive && new THREE.Vector3(...joint.at![other]).length() > FAR * shop.size)
    shop.slots.point({slot: slider, at: [0, 0, 0]}, now);
  const center = at[which].clone().addScaledVector(line, now.sub(at[which]).dot(line));
  const frame = shop.planar
    ? frameAlong(line, center.clone().setZ(0), sideInPlane(shop, line))
    : frameAlong(line, center, shop.down);
  const side = new THREE.Vector3().setFromMatrixColumn(frame, 0);
  const width = new THREE.Vector3().setFromMatrixColumn(frame, 1);
  const gap = (shop.planar ? 0.9 * 2.2 * shop.unit : 2.2 * shop.barRadius) * 1.02;
  const thick = 0.45 * r;
  const middle = center.clone().addScaledVector(side, gap + thick / 2);
  shop.block(pen, middle, line, side, [2 * half, shop.planar ? shop.thickness : 3.4 * r, thick]);
  // hatching on the far side
  const points: THREE.Vector3[] = [];
  const n = Math.max(8, Math.round((2 * half) / (0.9 * r)));
  const depths = shop.planar ? [-0.5 * shop.thickness, 0.5 * shop.thickness] : [-1.7 * r, 1.7 * r];
  for (let i = 0; i <= n; ++i)
    for (const depth of depths) {
      const top = center
        .clone()
        .addScaledVector(side, gap + thick)
        .addScaledVector(width, depth)
        .addScaledVector(line, -half + (2 * half * i) / n);
      points.push(
        top,
        top
          .clone()
          .addScaledVector(side, 0.8 * r)
          .addScaledVector(line, -0.6 * r),
      );
    }
  shop.sheet.segments({...pen, paint: Paint.hatch}, points);
}

/** The direction across a line of the plane that is nearest to gravity's. */
function sideInPlane(shop: Workshop, line: THREE.Vector3): THREE.Vector3 {
  const across = new THREE.Vector3(-line.y, line.x, 0);
  return across.dot(shop.down) < -1e-9 ? across.negate() : across;
}

export function cylindrical(bench: Bench): void {
  const {shop, a, b, axis, r} = bench;
  const {sleeve, rod} = telescope(bench);
  shop.collar({...a, paint: Paint.collar}, sleeve, axis[0], 1.25 * r, 4 * r, 0.6);
  shop.drum(b, rod.middle, axis[1], 0.65 * r, rod.length);
}

export function spherical({shop, a, b, at, r, joint}: Bench): void {
  shop.ball(b, at[1], 0.95 * r);
  // the socket opens away from the first body
  const body = shop.bodies.get(joint.bodies[0]!);
  const away = body ? at[0].clone() : shop.slots.inSlot(0, shop.down);
  if (away.length() < 1e-6 * shop.size) away.set(0, 0, 1);
  const axis = shop.planar ? new THREE.Vector3(0, 0, 1) : away;
  shop.sheet.solid({...a, paint: Paint.collar}, solids.torus(shop.round, 0.26), frameAlong(axis, at[0]), [r, r, r]);
}

export function universal({shop, a, b, at, axis, r}: Bench): void {
  const yoke = (pen: Pen, at: THREE.Vector3, along: THREE.Vector3) => {
    shop.drum({...pen, paint: Paint.pin}, at, along, 0.34 * r, 3 * r);
    for (const end of [-1.35, 1.35]) {
      const tip = at.clone().addScaledVector(along, end * r);
      shop.drum({...pen, paint: Paint.collar}, tip, along, 0.66 * r, 0.5 * r);
    }
  };
  yoke(a, at[0], axis[0].clone().normalize());
  yoke(b, at[1], axis[1].clone().normalize());
  shop.ball({...b, paint: Paint.pin}, at[1], 0.6 * r);
}

export function screw({shop, a, b, at, axis, r, element}: Bench): void {
  const nut = frameAlong(axis[0], at[0].clone().addScaledVector(axis[0], -r));
  shop.sheet.solid({...a, paint: Paint.collar}, solids.cylinder(6), nut, [1.5 * r, 1.5 * r, 2 * r]);
  shop.drum(b, at[1], axis[1], 0.6 * r, 10 * r);
  const turns = 12;
  const thread = solids.wire(
    (s) =>
      new THREE.Vector3(
        0.66 * Math.cos(2 * Math.PI * turns * s),
        0.66 * Math.sin(2 * Math.PI * turns * s),
        9.6 * (s - 0.5),
      ),
    0.12,
    16 * turns,
    5,
  );
  shop.sheet.solid({element, slot: b.slot, paint: Paint.collar}, thread, frameAlong(axis[1], at[1]), [r, r, r]);
}

export function fixed({shop, a, b, at, r}: Bench): void {
  shop.sheet.solid({...a, paint: Paint.collar}, solids.box(), shop.shift(at[0]), [1.7 * r, 1.7 * r, 1.7 * r]);
  for (const turn of [Math.PI / 4, -Math.PI / 4]) {
    const frame = new THREE.Matrix4().makeRotationZ(turn).setPosition(at[1]);
    shop.sheet.solid({...b, paint: Paint.pin}, solids.box(), frame, [2.2 * r, 0.4 * r, 1.9 * r]);
  }
}

export function flat({shop, a, b, at, axis, r}: Bench): void {
  const plate = (pen: Pen, at: THREE.Vector3, axis: THREE.Vector3, side: number, size: number) => {
    const middle = at.clone().addScaledVector(axis.clone().normalize(), side * 0.35 * r);
    shop.sheet.solid(pen, solids.box(), frameAlong(axis, middle), [size, size, 0.5 * r]);
  };
  plate(a, at[0], axis[0], -1, 7 * r);
  plate(b, at[1], axis[1], 1, 3.6 * r);
}

export function onLine(bench: Bench): void {
  const {shop, a, b, at, axis, r} = bench;
  const half = axis[0].clone().setLength(railHalf(bench));
  shop.rod({...a, paint: Paint.collar}, at[0].clone().sub(half), at[0].clone().add(half), 0.32 * r);
  shop.ball(b, at[1], 0.8 * r);
  shop.collar({...b, paint: Paint.collar}, at[1], axis[1], r, 0.8 * r, 0.5);
}

export function onPlane({shop, a, b, at, axis, r}: Bench): void {
  const under = at[0].clone().addScaledVector(axis[0].clone().normalize(), -0.95 * r);
  const frame = frameAlong(axis[0], under);
  shop.sheet.solid({...a, glass: true}, solids.box(), frame, [12 * r, 12 * r, 0.25 * r]);
  shop.ball(b, at[1], 0.8 * r);
}

export function constantVelocity({shop, a, b, at, axis, r}: Bench): void {
  shop.ball({...b, paint: Paint.pin}, at[1], 0.9 * r);
  shop.collar({...a, paint: Paint.collar}, at[0], axis[0], 1.5 * r, 1.2 * r, 0.72);
  const frame = frameAlong(axis[1], at[1]);
  for (let i = 0; i < 6; ++i) {
    const angle = (2 * Math.PI * i) / 6;
    const place = new THREE.Vector3(r * Math.cos(angle), r * Math.sin(angle), 0).applyMatrix4(frame);
    shop.ball({...b, paint: Paint.collar}, place, 0.3 * r);
  }
  shop.drum(b, at[1], axis[1], 0.5 * r, 4 * r);
}

/** Two short axes that meet in an arc. */
export function angleMark({shop, a, b, at, axis, r}: Bench): void {
  const ray = (pen: Pen, at: THREE.Vector3, axis: THREE.Vector3) =>
    shop.arrow({...pen, paint: Paint.dash}, at, at.clone().addScaledVector(axis.clone().normalize(), 4 * r), 0.14 * r);
  ray(a, at[0], axis[0]);
  ray(b, at[1], axis[1]);
}

export function hub({shop, b, at, axis, r, joint}: Bench): void {
  if (joint.axis && shop.gives(joint, 'axis2') !== false)
    shop.drum(b, at[1], axis[1], 0.6 * r, Math.max(3 * r, 0.14 * (joint.radius ?? 0)));
}

export function plain({shop, b, at, r}: Bench): void {
  shop.sheet.solid(b, solids.box(), shop.shift(at[1]), [1.2 * r, 1.2 * r, 1.2 * r]);
}
