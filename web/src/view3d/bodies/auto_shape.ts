// What a body without geometry looks like, from the points where something is fastened to it and its center of mass (the origin):
// a bar, a plate, a hull, a block. Only the choice is made here; body_shapes.ts draws it.
import * as THREE from 'three';
import type {SceneBody, Vec3} from '../../data/types.ts';
import {hull2, hull3, lineOf, planeOf} from '../drawing/hull.ts';

export interface AutoShape {
  kind: 'block' | 'bar' | 'plate' | 'hull' | 'star';
  bars: [THREE.Vector3, THREE.Vector3][];
  /** Thin ones, to points that only a sensor or driver uses. */
  stalks: [THREE.Vector3, THREE.Vector3][];
  /** Corners of flat plates, each in one plane. */
  plates: THREE.Vector3[][];
  /** Faces of a hull, drawn translucent. */
  faces: THREE.Vector3[][];
  /** Edges of a block at a point, along the axes of the body or along x = `axis`. */
  block: {at: THREE.Vector3; size: Vec3; axis: THREE.Vector3 | null} | null;
  /** A weight at the center of mass. */
  bob: boolean;
}

export interface BodyFacts {
  /** Points that carry the body. */
  main: THREE.Vector3[];
  /** Points that only sensors and drivers use. */
  minor: THREE.Vector3[];
  /** Direction that it slides along, where it is a slider. */
  slide: THREE.Vector3 | null;
  /** Half the width of a bar. */
  bar: number;
  /** Characteristic length of the model. */
  size: number;
}

const STAR_FROM = 28;

/** Edges of the uniform box with this mass and these principal moments: 6 (Iy + Iz - Ix)/m and so on, squared. */
export function equivalentBox(mass: number, inertia: Vec3): Vec3 {
  const [x, y, z] = inertia;
  const edge = (square: number) => Math.sqrt(Math.max(0, square));
  if (!(mass > 0)) return [0, 0, 0];
  if (x === 0 && y === 0) return [edge((6 * z) / mass), edge((6 * z) / mass), 0];
  return [edge((6 * (y + z - x)) / mass), edge((6 * (z + x - y)) / mass), edge((6 * (x + y - z)) / mass)];
}

function clamped(size: Vec3, least: number, most: number): Vec3 {
  return size.map((s) => Math.min(Math.max(s, least), most)) as Vec3;
}

function nearestOnSegment(p: THREE.Vector3, a: THREE.Vector3, b: THREE.Vector3): THREE.Vector3 {
  return new THREE.Line3(a, b).closestPointToPoint(p, true, new THREE.Vector3());
}

export function autoShape(body: SceneBody, facts: BodyFacts): AutoShape {
  const {main, bar, size} = facts;
  const center = new THREE.Vector3();
  const tolerance = 1e-3 * size;
  const shape: AutoShape = {kind: 'block', bars: [], stalks: [], plates: [], faces: [], block: null, bob: false};
  const apart = main.filter((p) => p.length() > 0.5 * bar);
  if (facts.slide && reach(main) < 4 * bar) {
    // a slider: a block around its points, along its direction
    const middle = new THREE.Vector3();
    for (const p of main) middle.addScaledVector(p, 1 / main.length);
    shape.block = {at: middle, size: [7 * bar, 4.4 * bar, 4.4 * bar], axis: facts.slide};
    if (middle.length() > 5 * bar && body.mass > 0) {
      shape.bars.push([middle, center]);
      shape.bob = true;
    }
  } else if (main.length === 1 && !(body.mass > 0)) {
    // without mass its center is nowhere
    shape.block = {at: main[0]!, size: [3 * bar, 3 * bar, 3 * bar], axis: null};
  } else if (main.length === 0 || (main.length === 1 && apart.length === 0)) {
    const most = main.length === 0 ? 0.5 * size : 7 * bar;
    shape.block = {
      at: center,
      size: clamped(equivalentBox(body.mass, body.inertia), 3 * bar, Math.max(most, 3 * bar)),
      axis: null,
    };
  } else if (main.length === 1) {
    shape.kind = 'bar';
    shape.bars.push([main[0]!, center]);
    shape.bob = body.mass > 0;
  } else {
    spread(shape, main, tolerance);
    if (shape.kind === 'bar') {
      const foot = nearestOnSegment(center, ...shape.bars[0]!);
      if (body.mass > 0 && foot.length() > Math.max(0.2 * reach(main), 2.5 * bar)) {
        shape.bars.push([foot, center]);
        shape.bob = true;
      }
    }
  }
  for (const point of facts.minor) shape.stalks.push([nearestOf(point, shape, main), point]);
  return shape;
}

/** The largest distance of two of the points. */
export function reach(points: THREE.Vector3[]): number {
  let most = 0;
  for (let i = 0; i < points.length; ++i)
    for (let j = 0; j < i; ++j) most = Math.max(most, points[i]!.distanceTo(points[j]!));
  return most;
}

/** Two or more points: a bar, a plate, a hull, or bars from their middle where they are many. */
function spread(shape: AutoShape, points: THREE.Vector3[], tolerance: number): void {
  const ends = lineOf(points, tolerance);
  const plane = ends ? null : planeOf(points, tolerance);
  if (ends) {
    shape.kind = 'bar';
    shape.bars.push(ends);
  } else if (plane) {
    shape.kind = 'plate';
    const inverse = plane.clone().invert();
    const flat = points.map((p) => {
      const q = p.clone().applyMatrix4(inverse);
      return new THREE.Vector2(q.x, q.y);
    });
    const corners = hull2(flat).map((i) => points[i]!);
    const hub = points.find((p) =>
      corners.every(
        (a, i) => nearestOnSegment(p, a, corners[(i + 1) % corners.length]!).distanceTo(p) > 0.12 * reach(points),
      ),
    );
    if (hub) {
      // a point well inside the others carries them: a star
      shape.kind = 'star';
      shape.bars = points.filter((p) => p !== hub).map((p) => [hub, p]);
      return;
    }
    // A plate that all points are corners of; else a frame through them in the order of the file.
    const loop = corners.length === points.length ? corners : points;
    if (loop === corners) shape.plates.push(corners);
    loop.forEach((a, i) => {
      shape.bars.push([a, loop[(i + 1) % loop.length]!]);
    });
  } else if (points.length < STAR_FROM) {
    shape.kind = 'hull';
    const hull = hull3(points, tolerance);
    shape.faces = hull.faces.map((face) => face.map((i) => points[i]!));
    shape.bars = hull.edges.map(([a, b]) => [points[a]!, points[b]!]);
  } else {
    shape.kind = 'star';
    const middle = new THREE.Vector3();
    for (const p of points) middle.addScaledVector(p, 1 / points.length);
    shape.bars = points.map((p) => [middle, p]);
  }
}

function nearestOf(point: THREE.Vector3, shape: AutoShape, main: THREE.Vector3[]): THREE.Vector3 {
  let best = main[0]?.clone() ?? new THREE.Vector3();
  for (const [a, b] of shape.bars) {
    const foot = nearestOnSegment(point, a, b);
    if (foot.distanceTo(point) < best.distanceTo(point)) best = foot;
  }
  if (shape.block && shape.block.at.distanceTo(point) < best.distanceTo(point)) best = shape.block.at.clone();
  return best;
}
