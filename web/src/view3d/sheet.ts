// What is to be drawn is collected here: all solids of all elements in one mesh, all lines in another, so that a frame needs a few
// draw calls however many bodies there are. Every corner knows its slot (the frame that it moves with, see slots.ts), its element
// (for picking, highlight and layers) and its paint.
import * as THREE from 'three';
import type {ElementRef, Vec3} from '../types.ts';
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

  trimmed(): T {
    return this.array.slice(0, this.length) as T;
  }
}

export class Corners {
  positions = new Growing(new Float32Array(3072));
  normals = new Growing(new Int16Array(4096));
  swell = new Growing(new Int16Array(4096));
  ids = new Growing(new Float32Array(3072));
  index = new Growing(new Uint32Array(6144));
}

export class Lines {
  positions = new Growing(new Float32Array(3072));
  ids = new Growing(new Float32Array(3072));
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

const place = new THREE.Vector3();
const normal = new THREE.Vector3();
const turn = new THREE.Matrix3();

export class Sheet {
  readonly solids = new Corners();
  readonly glass = new Corners();
  readonly lines = new Lines();
  readonly elements: Element[] = [];
  readonly pieces: Piece[] = [];

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
    const [positions, normals, swell, ids] = [out.positions.values, out.normals.values, out.swell.values, out.ids.values];
    const box = new THREE.Box3();
    turn.setFromMatrix4(at);
    for (let i = 0; i < count; ++i) {
      const k = 3 * i;
      corner(solid.positions, k, scale, stretch).applyMatrix4(at).toArray(positions, p + k);
      box.expandByPoint(place);
      upright(solid.normals, k, scale);
      write(normals, n + 4 * i);
      upright(solid.swell, k, scale);
      write(swell, n + 4 * i);
      ids[p + k] = pen.slot;
      ids[p + k + 1] = pen.element;
      ids[p + k + 2] = pen.paint;
    }
    const base = p / 3;
    const from = out.index.extend(solid.index.length);
    for (let i = 0; i < solid.index.length; ++i) out.index.values[from + i] = base + solid.index[i]!;
    if (!pen.glass) this.pieces.push({element: pen.element, slot: pen.slot, from, to: out.index.length, box});
    if (!pen.smooth) this.creases(pen, solid, at, scale, stretch);
  }

  private creases(pen: Pen, solid: Solid, at: THREE.Matrix4, scale: Vec3, stretch: Vec3): void {
    const from = this.lines.positions.extend(solid.creases.length);
    this.lines.ids.extend(solid.creases.length);
    for (let k = 0; k < solid.creases.length; k += 3) {
      corner(solid.creases, k, scale, stretch).applyMatrix4(at).toArray(this.lines.positions.values, from + k);
      this.lines.ids.values.set([pen.slot, pen.element, pen.paint + EDGE], from + k);
    }
  }

  /** Pairs of points, in the axes of the slot. */
  segments(pen: Pen, points: THREE.Vector3[]): void {
    const from = this.lines.positions.extend(3 * points.length);
    this.lines.ids.extend(3 * points.length);
    points.forEach((point, i) => {
      point.toArray(this.lines.positions.values, from + 3 * i);
      this.lines.ids.values.set([pen.slot, pen.element, pen.paint], from + 3 * i);
    });
  }
}

function corner(from: Float32Array, k: number, scale: Vec3, stretch: Vec3): THREE.Vector3 {
  const [x, y, z] = [from[k]!, from[k + 1]!, from[k + 2]!];
  return place.set(
    x * scale[0] + (x > 0 ? stretch[0] : 0),
    y * scale[1] + (y > 0 ? stretch[1] : 0),
    z * scale[2] + (z > 0 ? stretch[2] : 0),
  );
}

/** The normal of a scaled surface. */
function upright(from: Float32Array, k: number, scale: Vec3): void {
  normal.set(from[k]! / scale[0], from[k + 1]! / scale[1], from[k + 2]! / scale[2]).applyMatrix3(turn).normalize();
}

function write(to: Int16Array, at: number): void {
  to[at] = Math.round(32767 * normal.x);
  to[at + 1] = Math.round(32767 * normal.y);
  to[at + 2] = Math.round(32767 * normal.z);
}
