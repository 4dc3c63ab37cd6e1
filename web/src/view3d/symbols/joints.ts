// The symbols of joints and basic constraints: a line for each, with what the rest of the drawing must know of it.
import * as THREE from 'three';
import type {SceneJoint, Vec3} from '../../data/types.ts';
import {Paint} from '../drawing/paint.ts';
import type {Pen} from '../drawing/sheet.ts';
import type {Workshop} from '../drawing/workshop.ts';
import * as draw from './joint_symbols.ts';
import {ballEnd, distance, linkWith, pinEnd, sleeveEnd} from './link_symbols.ts';

/** One joint while it is drawn: pens of the two bodies in metal, points and axes in their axes. */
export interface Bench {
  shop: Workshop;
  joint: SceneJoint;
  element: number;
  a: Pen;
  b: Pen;
  at: [THREE.Vector3, THREE.Vector3];
  axis: [THREE.Vector3, THREE.Vector3];
  r: number;
}

export interface JointSymbol {
  draw(bench: Bench): void;
  /** Its point need not be a point of the first body, or of either: any other of its line or plane would do. Ground has no fixing there. */
  loose?: 'first' | 'both';
  /** A body that has nothing else is a block that glides along the axis. */
  glides?: boolean;
  /** What drives it is a straight arrow along the axis, not a turning one about it. */
  straight?: boolean;
  /** Something turns about the axis: its fixing stands across it. */
  hinge?: boolean;
  /** A hinge and nothing else: it may have a second bearing, and a body that has only this one is a wheel. */
  pin?: boolean;
  /** The second body is a disc or ball. */
  rolls?: boolean;
}

const nothing = () => {};

const symbols: Record<string, JointSymbol> = {
  hinge: {draw: draw.revolute, hinge: true, pin: true},
  slider: {draw: draw.prismatic, loose: 'both', glides: true, straight: true},
  sleeve: {draw: draw.cylindrical, straight: true},
  ball: {draw: draw.spherical},
  cross: {draw: draw.universal, hinge: true},
  screw: {draw: draw.screw},
  weld: {draw: draw.fixed},
  plane: {draw: draw.flat, loose: 'both'},
  ball_on_line: {draw: draw.onLine, loose: 'first', glides: true, straight: true},
  ball_on_plane: {draw: draw.onPlane, loose: 'first'},
  constant_velocity: {draw: draw.constantVelocity},
  loose_axes: {draw: draw.angleMark, loose: 'both'},
  wheel: {draw: draw.hub, loose: 'first', rolls: true},
  none: {draw: nothing, loose: 'both'},
  two_balls: {draw: (bench) => linkWith(bench, ballEnd, ballEnd)},
  ball_and_pin: {draw: (bench) => linkWith(bench, ballEnd, pinEnd), hinge: true},
  pin_and_sleeve: {draw: (bench) => linkWith(bench, pinEnd, sleeveEnd), hinge: true, straight: true},
  rod: {draw: distance},
  angle_mark: {draw: draw.angleMark},
};

const plain: JointSymbol = {draw: draw.plain};

/** Of a name that has no symbol: a plain mark. */
export const jointSymbol = (name: string): JointSymbol => (Object.hasOwn(symbols, name) ? symbols[name]! : plain);

export const hasJointSymbol = (name: string): boolean => jointSymbol(name) !== plain;

export function drawJoints(shop: Workshop): void {
  const draw = (joint: SceneJoint, section: 'joints' | 'constraints') => {
    const element = shop.sheet.element({section, name: joint.name}, 'joints', joint.active);
    const ends = shop.ends(joint);
    if (!ends) return;
    const [a, b] = joint.bodies as [string, string];
    const r = shop.radiusAt([
      {body: a, at: joint.at![0]},
      {body: b, at: joint.at![1]},
    ]);
    const vector = (v: Vec3 | undefined) => new THREE.Vector3(...(v ?? [0, 0, 1]));
    const axis: Bench['axis'] = [vector(joint.axis?.[0]), vector(joint.axis?.[1])];
    for (const each of axis) if (each.lengthSq() < 0.5) each.set(0, 0, 1);
    const pen = (slot: number, paint: number): Pen => ({element, slot, paint});
    const bench: Bench = {
      ...{shop, joint, element, at: ends.at, axis, r},
      a: pen(ends.first.slot, a === 'ground' ? Paint.ground : Paint.collar),
      b: pen(ends.second.slot, Paint.pin),
    };
    jointSymbol(joint.symbol).draw(bench);
  };
  for (const joint of shop.scene.joints) draw(joint, 'joints');
  for (const joint of shop.scene.constraints) draw(joint, 'constraints');
}
