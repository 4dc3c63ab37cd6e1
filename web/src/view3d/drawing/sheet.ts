// What is to be drawn is collected here: all solids of all elements in one mesh, all lines in another, so that a frame needs a few
// draw calls however many bodies there are. Every corner knows its slot (the frame that it moves with, see slots.ts), its element
// (for picking, highlight and layers) and its paint.
import * as THREE from 'three';
import type {ElementRef, Vec3} from '../../data/types.ts';
import type {Layer} from './drawing_types.ts';
import {EDGE} from './paint.ts';
import type {Solid} from './solids.ts';

/** A typed array that grows. */
export class Growing<T extends Float32Array | Uint32Array | Int16Array> {
  length = 0;
  constructor(private array: T) {}

  /** Room for n more; where they begin. */
  extend(n: number): number {
    const from = this.length;
    this.length += n;
    if (this.length > this.array.length) {
      const larger = new (this.array.constructor as new (n: number) => T)(Math.max(2 * this.array.length, this.length));
      larger.set(this.array);
      this.array = larger;
    }
    return from;
  }

  get values(): T {
    return this.array;
  }

  /** A view of what is filled. */
  filled(): T {
    return this.array.subarray(0, this.length) as T;
  }
}

export class Corners {
  readonly positions;
  readonly normals;
  readonly swell;
  readonly ids;
  readonly index;

  constructor(room = 1024) {
    this.positions = new Growing(new Float32Array(3 * room));
    this.normals = new Growing(new Int16Array(4 * room));
    this.swell = new Growing(new Int16Array(4 * room));
    this.ids = new Growing(new Float32Array(3 * room));
    this.index = new Growing(new Uint32Array(5 * room));
  }
}

export class Lines {
  readonly positions;
  readonly ids;

  constructor(room = 1024) {
    this.positions = new Growing(new Float32Array(3 * room));
    this.ids = new Growing(new Float32Array(3 * room));
  }
}

/** The element of what cannot be picked. */
export const NOTHING: ElementRef = {section: 'points', name: ''};

export interface Element {
  ref: ElementRef;
  layer: Layer;
  active: boolean;
}

/** Triangles of one solid, for picking and for the box around all. */
export interface Piece {
  element: number;
  slot: number;
  /** Range in the index of the solids. */
  from: number;
  to: number;
  box: THREE.Box3;
}

export interface Pen {
  element: number;
  slot: number;
  paint: number;
  /** Drawn translucent. */
  glass?: boolean;
  /** Without crease lines. */
  smooth?: boolean;
}

export class Sheet {
  readonly solids;
  readonly glass = new Corners();
  readonly lines;
  readonly elements: Element[] = [];
  readonly pieces: Piece[] = [];

  /** `room`: corners to expect. */
  constructor(room = 1024) {
    this.solids = new Corners(room);
    this.lines = new Lines(room);
  }

  element(ref: ElementRef, layer: Layer, active = true): number {
    return this.elements.push({ref, layer, active}) - 1;
  }

  /** A solid, scaled along its own axes, then stretched apart along one of them, then put to its place. */
  solid(pen: Pen, solid: Solid, at: THREE.Matrix4, scale: Vec3 = [1, 1, 1], stretch: Vec3 = [0, 0, 0]): void {
    const out = pen.glass ? this.glass : this.solids;
    const count = solid.positions.length / 3;
    const p = out.positions.extend(3 * count);
    const n = out.normals.extend(4 * count);
    out.swell.extend(4 * count);
    out.ids.extend(3 * count);
    const positions = out.positions.values;
    transform(solid.positions, at.elements, scale, stretch, positions, p);
    turn(solid.normals, at.elements, scale, out.normals.values, n);
    if (solid.swell === solid.normals) out.swell.values.set(out.normals.values.subarray(n, n + 4 * count), n);
    else turn(solid.swell, at.elements, scale, out.swell.values, n);
    mark(out.ids.values, p, count, pen, pen.paint);
    const base = p / 3;
    const from = out.index.extend(solid.index.length);
    const index = out.index.values;
    for (let i = 0; i < solid.index.length; ++i) index[from + i] = base + solid.index[i]!;
    if (!pen.glass) {
      const box = boxAround(positions, p, p + 3 * count);
      this.pieces.push({element: pen.element, slot: pen.slot, from, to: out.index.length, box});
    }
    if (!pen.smooth && solid.creases.length > 0) {
      const line = this.lines.positions.extend(solid.creases.length);
      this.lines.ids.extend(solid.creases.length);
      transform(solid.creases, at.elements, scale, stretch, this.lines.positions.values, line);
      mark(this.lines.ids.values, line, solid.creases.length / 3, pen, pen.paint + EDGE);
    }
  }

  /** Pairs of points, in the axes of the slot. */
  segments(pen: Pen, points: THREE.Vector3[]): void {
    const from = this.lines.positions.extend(3 * points.length);
    this.lines.ids.extend(3 * points.length);
    points.forEach((point, i) => {
      point.toArray(this.lines.positions.values, from + 3 * i);
    });
    mark(this.lines.ids.values, from, points.length, pen, pen.paint);
  }
}

/** Scales, stretches and places points. */
function transform(from: Float32Array, m: number[], scale: Vec3, stretch: Vec3, to: Float32Array, at: number): void {
  for (let k = 0; k < from.length; k += 3) {
    const x = from[k]! * scale[0] + (from[k]! > 0 ? stretch[0] : 0);
    const y = from[k + 1]! * scale[1] + (from[k + 1]! > 0 ? stretch[1] : 0);
    const z = from[k + 2]! * scale[2] + (from[k + 2]! > 0 ? stretch[2] : 0);
    to[at + k] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    to[at + k + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    to[at + k + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
}

/** Normals of a scaled and turned surface, as fractions of 32767, four for each corner. */
function turn(from: Float32Array, m: number[], scale: Vec3, to: Int16Array, at: number): void {
  for (let k = 0, i = at; k < from.length; k += 3, i += 4) {
    const x = from[k]! / scale[0];
    const y = from[k + 1]! / scale[1];
    const z = from[k + 2]! / scale[2];
    const nx = m[0]! * x + m[4]! * y + m[8]! * z;
    const ny = m[1]! * x + m[5]! * y + m[9]! * z;
    const nz = m[2]! * x + m[6]! * y + m[10]! * z;
    const part = 32767 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    to[i] = Math.round(part * nx);
    to[i + 1] = Math.round(part * ny);
    to[i + 2] = Math.round(part * nz);
  }
}

function mark(ids: Float32Array, from: number, count: number, pen: Pen, paint: number): void {
  for (let k = from; k < from + 3 * count; k += 3) {
    ids[k] = pen.slot;
    ids[k + 1] = pen.element;
    ids[k + 2] = paint;
  }
}

function boxAround(positions: Float32Array, from: number, to: number): THREE.Box3 {
  const box = new THREE.Box3();
  const {min, max} = box;
  for (let k = from; k < to; k += 3) {
    const [x, y, z] = [positions[k]!, positions[k + 1]!, positions[k + 2]!];
    if (x < min.x) min.x = x;
    if (y < min.y) min.y = y;
    if (z < min.z) min.z = z;
    if (x > max.x) max.x = x;
    if (y > max.y) max.y = y;
    if (z > max.z) max.z = z;
  }
  return box;
}
