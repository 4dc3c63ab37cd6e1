// Frames that parts of the drawing move with. Slot 0 is ground, 1 .. n are the bodies; further slots lie between two points of
// bodies and follow from these: a spring's coil stretches with the distance, the pot of its damper only turns.
// Each is an affine map, three rows of four numbers; the shaders read them from a texture.
import * as THREE from 'three';
import type {Scene, Vec3} from '../../data/types.ts';

const PER_ROW = 256;

export interface Anchor {
  slot: number;
  at: Vec3;
}

/**
 * stretch: z from the first point to the second, scaled by the distance over the designed one; near, far: at the first (second)
 * point with z towards the other one, not scaled; level: at the first point with global axes.
 */
export type Span = 'stretch' | 'near' | 'far' | 'level';

interface Link {
  span: Span;
  from: Anchor;
  to: Anchor;
  /** Distance in the design position. */
  length: number;
  /** x axis as near as possible to this direction of the first anchor's slot. */
  side: THREE.Vector3;
}

/** Rows of the matrix of a pose: position, then unit quaternion e0 .. e3. */
export function rowsOfPose(pose: ArrayLike<number>, p: number, rows: Float64Array, r: number): void {
  const e0 = pose[p + 3]!;
  const e1 = pose[p + 4]!;
  const e2 = pose[p + 5]!;
  const e3 = pose[p + 6]!;
  rows[r] = 1 - 2 * (e2 * e2 + e3 * e3);
  rows[r + 1] = 2 * (e1 * e2 - e0 * e3);
  rows[r + 2] = 2 * (e1 * e3 + e0 * e2);
  rows[r + 3] = pose[p]!;
  rows[r + 4] = 2 * (e1 * e2 + e0 * e3);
  rows[r + 5] = 1 - 2 * (e1 * e1 + e3 * e3);
  rows[r + 6] = 2 * (e2 * e3 - e0 * e1);
  rows[r + 7] = pose[p + 1]!;
  rows[r + 8] = 2 * (e1 * e3 - e0 * e2);
  rows[r + 9] = 2 * (e2 * e3 + e0 * e1);
  rows[r + 10] = 1 - 2 * (e1 * e1 + e2 * e2);
  rows[r + 11] = pose[p + 2]!;
}

/**
 * Rows of the frame with z along `along`, x near `side`; z scaled by `scale`. The distance of no length keeps z global.
 */
export function rowsAlong(
  at: THREE.Vector3,
  along: THREE.Vector3,
  side: THREE.Vector3,
  scale: number,
  rows: Float64Array,
  r: number,
): void {
  z.copy(along).normalize();
  if (z.lengthSq() < 0.5) z.set(0, 0, 1);
  x.copy(side).addScaledVector(z, -z.dot(side));
  if (x.lengthSq() < 1e-6) x.set(z.y, z.z, z.x).addScaledVector(z, -(z.x * z.y + z.y * z.z + z.z * z.x));
  if (x.lengthSq() < 1e-6) x.set(1, 0, 0).addScaledVector(z, -z.x);
  x.normalize();
  y.crossVectors(z, x);
  for (let i = 0; i < 3; ++i) {
    rows[r + 4 * i] = x.getComponent(i);
    rows[r + 4 * i + 1] = y.getComponent(i);
    rows[r + 4 * i + 2] = scale * z.getComponent(i);
    rows[r + 4 * i + 3] = at.getComponent(i);
  }
}

const x = new THREE.Vector3();
const y = new THREE.Vector3();
const z = new THREE.Vector3();
const first = new THREE.Vector3();
const second = new THREE.Vector3();
const along = new THREE.Vector3();
const side = new THREE.Vector3();

export class Slots {
  private rows: Float64Array;
  private readonly links: Link[] = [];
  private readonly index = new Map<string, number>([['ground', 0]]);
  private readonly bodies: number;
  private image: THREE.DataTexture | null = null;
  private data = new Float32Array(0);

  constructor(scene: Scene) {
    this.bodies = scene.bodies.length;
    this.rows = new Float64Array(12 * (1 + this.bodies));
    this.rows.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    scene.bodies.forEach((body, i) => {
      this.index.set(body.name, i + 1);
      rowsOfPose([...body.at, ...body.q], 0, this.rows, 12 * (i + 1));
    });
  }

  /** The slot of a body; of an unknown name: ground's. */
  of(body: string): number {
    return this.index.get(body) ?? 0;
  }

  has(body: string): boolean {
    return this.index.has(body);
  }

  /** A new slot between two points. All slots are made before the first `place`. */
  between(span: Span, from: Anchor, to: Anchor, towards?: THREE.Vector3): {slot: number; length: number} {
    const a = this.point(from, new THREE.Vector3());
    const b = this.point(to, new THREE.Vector3());
    const length = a.distanceTo(b);
    const hint = towards?.clone() ?? new THREE.Vector3(0.36, 0.48, 0.8);
    this.links.push({span, from, to, length, side: this.inSlot(from.slot, hint)});
    const slot = this.bodies + this.links.length;
    if (this.rows.length < 12 * (slot + 1)) {
      const rows = new Float64Array(24 * (slot + 1));
      rows.set(this.rows);
      this.rows = rows;
    }
    this.follow(slot - this.bodies - 1);
    return {slot, length};
  }

  /** Global point of an anchor as it is placed. */
  point(anchor: Anchor, target: THREE.Vector3): THREE.Vector3 {
    const [px, py, pz] = anchor.at;
    const r = 12 * anchor.slot;
    const rows = this.rows;
    return target.set(
      rows[r]! * px + rows[r + 1]! * py + rows[r + 2]! * pz + rows[r + 3]!,
      rows[r + 4]! * px + rows[r + 5]! * py + rows[r + 6]! * pz + rows[r + 7]!,
      rows[r + 8]! * px + rows[r + 9]! * py + rows[r + 10]! * pz + rows[r + 11]!,
    );
  }

  matrix(slot: number, target: THREE.Matrix4): THREE.Matrix4 {
    const m = this.rows.subarray(12 * slot, 12 * slot + 12) as unknown as number[];
    return target.set(
      m[0]!, m[1]!, m[2]!, m[3]!, m[4]!, m[5]!, m[6]!, m[7]!, m[8]!, m[9]!, m[10]!, m[11]!, 0, 0, 0, 1,
    ); // biome-ignore format: rows
  }

  /** A global direction in the axes of a slot. */
  inSlot(slot: number, direction: THREE.Vector3): THREE.Vector3 {
    return direction
      .clone()
      .applyMatrix3(new THREE.Matrix3().setFromMatrix4(this.matrix(slot, new THREE.Matrix4())).transpose());
  }

  /** A direction of a slot in global axes. */
  outOf(slot: number, direction: Vec3): THREE.Vector3 {
    return new THREE.Vector3(...direction).transformDirection(this.matrix(slot, new THREE.Matrix4()));
  }

  place(poses: ArrayLike<number>): void {
    for (let i = 0; i < this.bodies; ++i) rowsOfPose(poses, 7 * i, this.rows, 12 * (i + 1));
    for (let i = 0; i < this.links.length; ++i) this.follow(i);
    if (this.image) {
      this.data.set(this.rows);
      this.image.needsUpdate = true;
    }
  }

  private follow(i: number): void {
    const {span, from, to, length, side: own} = this.links[i]!;
    const r = 12 * (this.bodies + 1 + i);
    this.point(from, first);
    if (span === 'level') {
      this.rows.fill(0, r, r + 12);
      for (let k = 0; k < 3; ++k) {
        this.rows[r + 5 * k] = 1;
        this.rows[r + 4 * k + 3] = first.getComponent(k);
      }
      return;
    }
    this.point(to, second);
    this.turn(from.slot, own, side);
    if (span === 'far') rowsAlong(second, along.subVectors(first, second), side, 1, this.rows, r);
    else {
      along.subVectors(second, first);
      const scale = span === 'stretch' && length > 0 ? Math.max(along.length(), 1e-9 * length) / length : 1;
      rowsAlong(first, along, side, scale, this.rows, r);
    }
  }

  private turn(slot: number, own: THREE.Vector3, target: THREE.Vector3): void {
    const r = 12 * slot;
    const rows = this.rows;
    target.set(
      rows[r]! * own.x + rows[r + 1]! * own.y + rows[r + 2]! * own.z,
      rows[r + 4]! * own.x + rows[r + 5]! * own.y + rows[r + 6]! * own.z,
      rows[r + 8]! * own.x + rows[r + 9]! * own.y + rows[r + 10]! * own.z,
    );
  }

  /** Three texels for each slot. */
  get texture(): THREE.DataTexture {
    if (!this.image) {
      const height = Math.ceil(this.rows.length / 12 / PER_ROW);
      this.data = new Float32Array(12 * PER_ROW * height);
      this.data.set(this.rows);
      this.image = new THREE.DataTexture(this.data, 3 * PER_ROW, height, THREE.RGBAFormat, THREE.FloatType);
      this.image.needsUpdate = true;
    }
    return this.image;
  }

  dispose(): void {
    this.image?.dispose();
  }
}
