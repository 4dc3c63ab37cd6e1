// Toothed wheels, rings and racks (gears.ts says which and how large), and the spots that show how a disc turns.
import * as THREE from 'three';
import {frameAlong} from '../drawing/hull.ts';
import {Paint} from '../drawing/paint.ts';
import {NOTHING, type Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';
import type {Rack, Wheel} from './gears.ts';

/** Three dark spots on both sides, which show the turning. */
export function spokes(
  shop: Workshop,
  pen: Pen,
  at: THREE.Vector3,
  axis: THREE.Vector3,
  radius: number,
  length: number,
): void {
  const frame = frameAlong(axis, at);
  for (let i = 0; i < 3; ++i) {
    const angle = (2 * Math.PI * i) / 3;
    const spot = new THREE.Vector3(0.6 * radius * Math.cos(angle), 0.6 * radius * Math.sin(angle), 0).applyMatrix4(
      frame,
    );
    shop.drum({...pen, paint: Paint.collar}, spot, axis, 0.11 * radius, length);
  }
}

function wheelWidth(shop: Workshop): number {
  return shop.planar ? shop.thickness : 2.2 * shop.unit;
}

function wheelFrame(shop: Workshop, slot: number, wheel: Wheel): {frame: THREE.Matrix4; width: number} {
  const width = wheelWidth(shop);
  const inverse = shop.slots.matrix(slot, new THREE.Matrix4()).invert();
  const center = wheel.center.clone().addScaledVector(wheel.axis, wheel.level * 1.15 * width);
  const frame = frameAlong(wheel.axis, center, wheel.phase).premultiply(inverse);
  return {frame, width};
}

/** Corners of a toothed rim whose first tooth is at angle 0; `depth`: of a tooth, outwards positive. */
function teethOutline(radius: number, teeth: number, depth: number): THREE.Vector2[] {
  const outline: THREE.Vector2[] = [];
  const pitch = (2 * Math.PI) / teeth;
  const corners: [number, number][] = [
    [-0.3, -0.55],
    [-0.14, 0.45],
    [0.14, 0.45],
    [0.3, -0.55],
  ];
  for (let i = 0; i < teeth; ++i)
    for (const [part, height] of corners) {
      const [angle, r] = [(i + part) * pitch, radius + height * depth];
      outline.push(new THREE.Vector2(r * Math.cos(angle), r * Math.sin(angle)));
    }
  return outline;
}

function circle(radius: number, n: number): THREE.Vector2[] {
  return Array.from({length: n}, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return new THREE.Vector2(radius * Math.cos(angle), radius * Math.sin(angle));
  });
}

export function drawWheel(shop: Workshop, pen: Pen, wheel: Wheel): void {
  const {frame, width} = wheelFrame(shop, pen.slot, wheel);
  const depth = Math.min(((2 * Math.PI * wheel.radius) / wheel.teeth) * 0.7, 0.25 * wheel.radius);
  if (wheel.ring) {
    const outer = circle(wheel.radius + 2.2 * depth, 96);
    const inner = teethOutline(wheel.radius, wheel.teeth, -depth);
    shop.sheet.solid(pen, solids.prism(outer, width, 40, [inner]), frame);
    return;
  }
  shop.sheet.solid(pen, solids.prism(teethOutline(wheel.radius, wheel.teeth, depth), width, 20), frame);
  const axis = new THREE.Vector3().setFromMatrixColumn(frame, 2);
  const center = new THREE.Vector3().setFromMatrixPosition(frame);
  if (wheel.radius > 3 * shop.unit) spokes(shop, pen, center, axis, wheel.radius, 1.04 * width);
}

/** Rings that stand on ground. */
export function drawRings(shop: Workshop, wheels: Wheel[]): void {
  for (const wheel of wheels)
    if (wheel.body === 'ground') {
      const element = shop.sheet.element(NOTHING, 'ground');
      drawWheel(shop, {element, slot: 0, paint: Paint.ground}, wheel);
    }
}

export function drawRack(shop: Workshop, pen: Pen, rack: Rack): void {
  const width = wheelWidth(shop);
  const body = shop.slots.matrix(pen.slot, new THREE.Matrix4()).invert();
  const teeth = 40;
  const depth = 0.35 * rack.pitch;
  const points: THREE.Vector2[] = [];
  for (let i = 0; i < teeth; ++i) {
    const x = (i - teeth / 2) * rack.pitch;
    points.push(
      new THREE.Vector2(x + 0.2 * rack.pitch, -depth),
      new THREE.Vector2(x + 0.36 * rack.pitch, depth),
      new THREE.Vector2(x + 0.64 * rack.pitch, depth),
      new THREE.Vector2(x + 0.8 * rack.pitch, -depth),
    );
  }
  const half = (teeth / 2) * rack.pitch;
  points.push(new THREE.Vector2(half, -depth), new THREE.Vector2(half, -3.5 * depth));
  points.push(new THREE.Vector2(-half, -3.5 * depth), new THREE.Vector2(-half, -depth));
  const z = rack.along.clone().cross(rack.towards);
  const at = rack.at.clone().addScaledVector(rack.pinion.axis, rack.pinion.level * 1.15 * width);
  const frame = new THREE.Matrix4().makeBasis(rack.along, rack.towards, z).setPosition(at);
  shop.sheet.solid(pen, solids.prism(points.reverse(), width, 20), frame.premultiply(body));
}
