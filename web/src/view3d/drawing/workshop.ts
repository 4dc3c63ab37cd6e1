// What all parts of the drawing share while it is made: the sheet, the slots, and the sizes of hardware, which follow from the size
// of the model but stay below the distances of its points, so that no part vanishes in its joints.
import * as THREE from 'three';
import type {Attachment, Scene, SceneBody, SceneJoint, TreeElement, Vec3} from '../../data/types.ts';
import {type JointSymbol, jointSymbol} from '../symbols/joints.ts';
import {frameAlong} from './hull.ts';
import type {Palette} from './paint.ts';
import {type Pen, Sheet} from './sheet.ts';
import type {Slots} from './slots.ts';
import * as solids from './solids.ts';

/** Radius of joint hardware from the size of the model and, for each body, the least distance of two of its points. */
export function hardwareRadius(size: number, distances: number[]): number {
  const sorted = [...distances].sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length / 4)] ?? Number.POSITIVE_INFINITY;
  return Math.max(Math.min(0.024 * size, 0.22 * low), 1e-5 * size);
}

function leastDistance(points: Attachment[], tolerance: number): number {
  let least = Number.POSITIVE_INFINITY;
  const few = points.slice(0, 24);
  for (let i = 0; i < few.length; ++i)
    for (let j = 0; j < i; ++j) {
      const d = Math.hypot(...few[i]!.at.map((x, k) => x - few[j]!.at[k]!));
      if (d > tolerance) least = Math.min(least, d);
    }
  return least;
}

/** Diagonal of the box around what is drawn; hard points that nothing uses do not count. 0: there is nothing. */
function extentOf(scene: Scene, slots: Slots): number {
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  for (const attachment of scene.ground) box.expandByPoint(point.set(...attachment.at));
  for (const body of scene.bodies) {
    const slot = slots.of(body.name);
    const add = (at: Vec3) => box.expandByPoint(slots.point({slot, at}, point));
    if (body.mass > 0) add([0, 0, 0]);
    for (const attachment of body.attachments) add(attachment.at);
    for (const {from, to, at, radius, size} of body.geometry) {
      for (const end of [from, to]) if (end) add(end);
      const half = Math.max(radius ?? 0, ...(size ?? [0])) / (radius ? 1 : 2);
      for (const sign of [-1, 1]) if (at ?? from) add((at ?? from)!.map((x) => x + sign * half) as Vec3);
    }
  }
  return box.isEmpty() ? 0 : box.getSize(point).length();
}

export class Workshop {
  readonly sheet: Sheet;
  readonly bodies: ReadonlyMap<string, SceneBody>;
  readonly joints: ReadonlyMap<string, SceneJoint>;
  readonly planar: boolean;
  /** Characteristic length. */
  readonly size: number;
  /** Radius of joint hardware. */
  readonly unit: number;
  /** Thickness of flat bars in planar models. */
  readonly thickness: number;
  /** Corners of a full circle. */
  readonly round: number;
  /** Direction of gravity; without: -z, in the plane -y. */
  readonly down: THREE.Vector3;
  /** Height of the topmost level of a planar model. */
  top = 0;
  /** Boxes that bodies are drawn as, in their axes. */
  readonly boxes = new Map<string, THREE.Matrix4>();
  private given: Map<string, TreeElement['data']> | undefined;
  private readonly levels = new Map<string, number>();

  constructor(
    readonly scene: Scene,
    readonly slots: Slots,
    readonly palette: Palette,
  ) {
    this.bodies = new Map(scene.bodies.map((body) => [body.name, body]));
    this.joints = new Map(scene.joints.map((joint) => [joint.name, joint]));
    this.planar = scene.dimension === 2;
    this.size = extentOf(scene, slots) || scene.size;
    const tolerance = 1e-6 * this.size;
    const distances = scene.bodies.map((body) => leastDistance(body.attachments, tolerance)).filter(Number.isFinite);
    this.unit = hardwareRadius(this.size, distances);
    this.thickness = 0.7 * this.unit;
    const n = scene.bodies.length;
    this.sheet = new Sheet(4000 + 300 * n);
    this.round = n <= 40 ? 16 : n <= 250 ? 14 : n <= 1500 ? 10 : 6;
    this.down = new THREE.Vector3(...scene.gravity);
    if (this.down.lengthSq() === 0) this.down.set(0, this.planar ? -1 : 0, this.planar ? 0 : -1);
    this.down.normalize();
  }

  /** Whether the file gives a key of a joint; undefined: its text is not known. */
  gives(joint: SceneJoint, key: string): boolean | undefined {
    this.given ??= new Map(
      this.scene.sections.find((each) => each.name === 'joints')?.elements.map((each) => [each.name, each.data]),
    );
    return this.given.get(joint.name)?.some((each) => each.key === key || each.key.startsWith(`${key}.`));
  }

  /** How a joint is drawn. */
  symbol(joint: SceneJoint): JointSymbol {
    return jointSymbol(joint.symbol);
  }

  /** Corners of a circle of this radius: more for large ones. */
  around(radius: number): number {
    return radius > 0.06 * this.size && this.scene.bodies.length <= 250 ? 64 : this.round;
  }

  get barRadius(): number {
    return 0.62 * this.unit;
  }

  /** Radius of the hardware at a point of some bodies: less where another point is near, more around a thick cylinder. */
  radiusAt(places: {body: string; at: Vec3}[]): number {
    let radius = this.unit;
    let thick = 0;
    for (const {body: name, at} of places) {
      const body = this.bodies.get(name);
      if (!body) continue;
      for (const other of body.attachments.slice(0, 64)) {
        const d = Math.hypot(...at.map((x, k) => x - other.at[k]!));
        if (d > 1e-5 * this.size) radius = Math.min(radius, Math.max(0.34 * d, 0.3 * this.unit));
      }
      for (const shape of body.geometry) {
        if (shape.type !== 'cylinder' || !shape.from || !shape.to || !shape.radius) continue;
        const length = Math.hypot(...shape.from.map((x, k) => x - shape.to![k]!));
        const near = [shape.from, shape.to].some(
          (end) => Math.hypot(...end.map((x, k) => x - at[k]!)) < 1.5 * shape.radius!,
        );
        if (near && length > 3 * shape.radius) thick = Math.max(thick, shape.radius);
      }
    }
    return Math.min(Math.max(radius, 1.3 * thick), Math.max(3 * this.unit, radius));
  }

  /** Length of a ray from a point of a body to the outside of the box that the body is drawn as; 0: there is none. */
  depthInBox(body: string, at: Vec3, direction: THREE.Vector3): number {
    const box = this.boxes.get(body);
    if (!box) return 0;
    const inverse = box.clone().invert();
    const from = new THREE.Vector3(...at).applyMatrix4(inverse);
    const way = new THREE.Vector3(...at).add(direction).applyMatrix4(inverse).sub(from);
    let depth = Number.POSITIVE_INFINITY;
    for (const [x, d] of [
      [from.x, way.x],
      [from.y, way.y],
      [from.z, way.z],
    ] as const) {
      if (Math.abs(x) > 0.5 + 1e-9) return 0;
      if (d !== 0) depth = Math.min(depth, (0.5 * Math.sign(d) - x) / d);
    }
    return Number.isFinite(depth) ? depth * direction.length() : 0;
  }

  /** Bodies of planar models lie in levels, so that bars that share a pin do not run through each other. */
  arrange(flat: ReadonlySet<string>): void {
    if (!this.planar) return;
    const neighbors = new Map<string, Set<string>>();
    for (const joint of this.scene.joints) {
      const [a, b] = joint.bodies;
      if (!a || !b || a === 'ground' || b === 'ground') continue;
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        if (!neighbors.has(from)) neighbors.set(from, new Set());
        neighbors.get(from)!.add(to);
      }
    }
    for (const body of this.scene.bodies) {
      const used = new Set([...(neighbors.get(body.name) ?? [])].map((name) => this.levels.get(name)));
      let level = flat.has(body.name) ? 0 : flat.size > 0 ? 1 : 0;
      if (!flat.has(body.name)) while (used.has(level)) ++level;
      this.levels.set(body.name, level);
      this.top = Math.max(this.top, this.height(body.name));
    }
  }

  /** Height of the middle of a body's flat bars above the plane. */
  height(body: string): number {
    return this.planar ? (this.levels.get(body) ?? 0) * 1.12 * this.thickness : 0;
  }

  /** Where a joint stands on its bodies. */
  ends(joint: SceneJoint): {first: Pen; second: Pen; at: [THREE.Vector3, THREE.Vector3]} | null {
    const [a, b] = joint.bodies;
    if (!a || !b || !joint.at) return null;
    const pen = (body: string): Pen => ({element: -1, slot: this.slots.of(body), paint: 0});
    return {first: pen(a), second: pen(b), at: [new THREE.Vector3(...joint.at[0]), new THREE.Vector3(...joint.at[1])]};
  }

  // -- solids between points, in the axes of the pen's slot

  bar(pen: Pen, from: THREE.Vector3, to: THREE.Vector3, radius: number): void {
    const along = to.clone().sub(from);
    const at = frameAlong(along, from);
    this.sheet.solid(pen, solids.capsule(this.round), at, [radius, radius, radius], [0, 0, along.length()]);
  }

  rod(pen: Pen, from: THREE.Vector3, to: THREE.Vector3, radius: number): void {
    const along = to.clone().sub(from);
    this.sheet.solid(pen, solids.cylinder(this.around(radius)), frameAlong(along, from), [
      radius,
      radius,
      along.length(),
    ]);
  }

  /** About its middle. */
  drum(pen: Pen, at: THREE.Vector3, axis: THREE.Vector3, radius: number, length: number): void {
    const half = axis.clone().setLength(length / 2);
    this.rod(pen, at.clone().sub(half), at.clone().add(half), radius);
  }

  collar(pen: Pen, at: THREE.Vector3, axis: THREE.Vector3, radius: number, length: number, bore = 0.55): void {
    const from = at.clone().addScaledVector(axis, -length / 2 / axis.length());
    this.sheet.solid(pen, solids.tube(this.round, bore), frameAlong(axis, from), [radius, radius, length]);
  }

  ball(pen: Pen, at: THREE.Vector3, radius: number): void {
    this.sheet.solid(pen, solids.ball(this.around(radius)), this.shift(at), [radius, radius, radius]);
  }

  block(pen: Pen, at: THREE.Vector3, x: THREE.Vector3, z: THREE.Vector3, size: Vec3): void {
    this.sheet.solid(pen, solids.box(), frameAlong(z, at, x), size);
  }

  arrow(pen: Pen, from: THREE.Vector3, to: THREE.Vector3, radius: number): void {
    const along = to.clone().sub(from);
    const head = Math.min(4 * radius, along.length());
    const neck = from.clone().addScaledVector(along, 1 - head / along.length());
    this.rod(pen, from, neck, radius);
    this.sheet.solid(pen, solids.cone(this.round), frameAlong(along, neck), [2.4 * radius, 2.4 * radius, head]);
  }

  /** Dashes between two points. */
  dashes(pen: Pen, from: THREE.Vector3, to: THREE.Vector3, dash: number): void {
    const length = from.distanceTo(to);
    const n = Math.max(2, Math.min(60, Math.round(length / (2 * dash))));
    const points: THREE.Vector3[] = [];
    for (let i = 0; i < n; ++i)
      points.push(from.clone().lerp(to, (i + 0.25) / n), from.clone().lerp(to, (i + 0.75) / n));
    this.sheet.segments(pen, points);
  }

  shift(at: THREE.Vector3): THREE.Matrix4 {
    return new THREE.Matrix4().setPosition(at);
  }
}
