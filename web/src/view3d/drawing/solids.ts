// Unit solids that all shapes are made of, each made once: faces with normals, creases that are drawn as lines, and normals for the
// outline, which are the mean over all corners at the same place (so that the outline of a box has no gaps).
import * as THREE from 'three';

export interface Solid {
  positions: Float32Array;
  normals: Float32Array;
  /** For the outline; may be zero on flat solids. */
  swell: Float32Array;
  index: Uint32Array;
  /** Pairs of points. */
  creases: Float32Array;
}

/** Normals averaged over corners that stand at the same place. */
function swellOf(positions: Float32Array, normals: Float32Array): Float32Array {
  const sums = new Map<string, [number, number, number]>();
  const keys: string[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const key = [0, 1, 2].map((k) => Math.round(1e4 * positions[i + k]!)).join();
    keys.push(key);
    const sum = sums.get(key) ?? [0, 0, 0];
    for (let k = 0; k < 3; ++k) sum[k as 0] += normals[i + k]!;
    sums.set(key, sum);
  }
  const swell = new Float32Array(positions.length);
  keys.forEach((key, i) => {
    const sum = sums.get(key)!;
    const length = Math.hypot(...sum) || 1;
    for (let k = 0; k < 3; ++k) swell[3 * i + k] = sum[k]! / length;
  });
  return swell;
}

/** `creaseDegrees`: edges sharper than this are drawn; 180: the surface is smooth everywhere. */
export function solidOf(geometry: THREE.BufferGeometry, creaseDegrees = 30): Solid {
  const positions = new Float32Array(geometry.getAttribute('position').array);
  if (!geometry.getAttribute('normal')) geometry.computeVertexNormals();
  const normals = new Float32Array(geometry.getAttribute('normal').array);
  const count = positions.length / 3;
  const index = geometry.index ? new Uint32Array(geometry.index.array) : Uint32Array.from({length: count}, (_, i) => i);
  const smooth = creaseDegrees >= 180;
  const edges = smooth ? null : new THREE.EdgesGeometry(geometry, creaseDegrees).getAttribute('position').array;
  const swell = smooth ? normals : swellOf(positions, normals);
  return {positions, normals, swell, index, creases: new Float32Array(edges ?? [])};
}

const made = new Map<string, Solid>();

/** Makes a solid the first time that it is asked for. */
export function once(key: string, make: () => Solid): Solid {
  let solid = made.get(key);
  if (!solid) {
    solid = make();
    made.set(key, solid);
  }
  return solid;
}

// Lengthwise solids stand along z, from z = 0 to 1 or between two halves that stretch apart (Pose.stretch).

/** Radius 1. */
export const ball = (segments: number) =>
  once(`ball ${segments}`, () => solidOf(new THREE.SphereGeometry(1, segments, Math.max(4, segments / 2)), 180));

/** Half of the ball's faces: the octants whose signs multiply to `sign`; segments: a multiple of 4. */
export const octants = (sign: 1 | -1, segments: number) =>
  once(`octants ${sign} ${segments}`, () => {
    const parts: number[] = [];
    const whole = new THREE.SphereGeometry(1, segments, Math.max(4, segments / 2)).toNonIndexed();
    const at = whole.getAttribute('position').array;
    for (let i = 0; i < at.length; i += 9) {
      const center = [0, 1, 2].map((k) => at[i + k]! + at[i + 3 + k]! + at[i + 6 + k]!);
      if (Math.sign(center[0]! * center[1]! * center[2]!) === sign) parts.push(...at.slice(i, i + 9));
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(parts, 3));
    geometry.setAttribute('normal', new THREE.Float32BufferAttribute(parts, 3));
    return solidOf(geometry, 180);
  });

/** Radius 1, the middles of its round ends at z = 0, stretched apart along z. */
export const capsule = (segments: number) =>
  once(`capsule ${segments}`, () =>
    solidOf(new THREE.CapsuleGeometry(1, 2e-3, Math.max(2, segments / 4), segments, 1).rotateX(Math.PI / 2), 180),
  );

/** Radius 1, z from 0 to 1. */
export const cylinder = (segments: number) =>
  once(`cylinder ${segments}`, () =>
    solidOf(new THREE.CylinderGeometry(1, 1, 1, segments).rotateX(Math.PI / 2).translate(0, 0, 0.5), 50),
  );

/** Base radius 1 at z = 0, tip at z = 1. */
export const cone = (segments: number) =>
  once(`cone ${segments}`, () =>
    solidOf(new THREE.ConeGeometry(1, 1, segments).rotateX(Math.PI / 2).translate(0, 0, 0.5), 50),
  );

/** Edge 1 about the origin. */
export const box = () => once('box', () => solidOf(new THREE.BoxGeometry(1, 1, 1)));

/** A four-sided pyramid: base edge 1 at z = -1, tip (a small square) at z = 0. */
export const pedestal = () =>
  once('pedestal', () =>
    solidOf(
      new THREE.CylinderGeometry(0.2, Math.SQRT1_2, 1, 4)
        .rotateY(Math.PI / 4)
        .rotateX(Math.PI / 2)
        .translate(0, 0, -0.5)
        .toNonIndexed(),
    ),
  );

/** Outer radius 1, inner radius `bore`, z from 0 to 1. */
export const tube = (segments: number, bore: number) =>
  once(`tube ${segments} ${bore}`, () => {
    const profile = [
      [bore, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 1],
      [bore, 1],
      [bore, 1],
      [bore, 0],
    ].map(([r, y]) => new THREE.Vector2(r, y));
    const positions: number[] = [];
    const normals: number[] = [];
    const index: number[] = [];
    for (let side = 0; side < 4; ++side) {
      const [a, b] = [profile[2 * side]!, profile[2 * side + 1]!];
      const out = new THREE.Vector2(b.y - a.y, a.x - b.x).normalize();
      const base = positions.length / 3;
      for (let i = 0; i <= segments; ++i) {
        const [c, s] = [Math.cos((2 * Math.PI * i) / segments), Math.sin((2 * Math.PI * i) / segments)];
        positions.push(a.x * c, a.x * s, a.y, b.x * c, b.x * s, b.y);
        normals.push(out.x * c, out.x * s, out.y, out.x * c, out.x * s, out.y);
        const k = base + 2 * i;
        if (i < segments) index.push(k, k + 2, k + 1, k + 1, k + 2, k + 3);
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
    geometry.setIndex(index);
    return solidOf(geometry, 50);
  });

/** Radius 1 to the middle of the rim, about z. */
export const torus = (segments: number, thickness: number) =>
  once(`torus ${segments} ${thickness}`, () =>
    solidOf(new THREE.TorusGeometry(1, thickness, segments > 12 ? 8 : 4, segments), 180),
  );

/** A flat bar in x-y: round ends of radius 1 about the origin, stretched apart along x; z from -1/2 to 1/2. */
export const flatBar = (segments: number) =>
  once(`flat bar ${segments}`, () => {
    const half = Math.max(4, segments / 2);
    const outline: THREE.Vector2[] = [];
    for (let i = 0; i <= half; ++i) {
      const angle = -Math.PI / 2 + (Math.PI * i) / half;
      outline.push(new THREE.Vector2(1e-3 + Math.cos(angle), Math.sin(angle)));
    }
    for (let i = 0; i <= half; ++i) {
      const angle = Math.PI / 2 + (Math.PI * i) / half;
      outline.push(new THREE.Vector2(-1e-3 + Math.cos(angle), Math.sin(angle)));
    }
    return prism(outline, 1, 50);
  });

/** An area extruded along z, from -depth/2 to depth/2. */
export function prism(
  outline: THREE.Vector2[],
  depth: number,
  creaseDegrees = 30,
  holes: THREE.Vector2[][] = [],
): Solid {
  const shape = new THREE.Shape(outline);
  for (const hole of holes) shape.holes.push(new THREE.Path(hole));
  const geometry = new THREE.ExtrudeGeometry(shape, {depth, bevelEnabled: false, steps: 1});
  return solidOf(geometry.translate(0, 0, -depth / 2), creaseDegrees);
}

/** A wire along a curve. */
export function wire(curve: (s: number) => THREE.Vector3, radius: number, along: number, around: number): Solid {
  const path = Object.assign(new THREE.LineCurve3(), {
    getPoint: (s: number, target = new THREE.Vector3()) => target.copy(curve(s)),
    getTangent: (s: number, target = new THREE.Vector3()) => {
      const [from, to] = [Math.max(0, s - 1e-4), Math.min(1, s + 1e-4)];
      return target.copy(curve(to)).sub(curve(from)).normalize();
    },
    getPointAt: (s: number, target = new THREE.Vector3()) => target.copy(curve(s)),
    getTangentAt: (s: number, target?: THREE.Vector3): THREE.Vector3 => path.getTangent(s, target),
  });
  return solidOf(new THREE.TubeGeometry(path, along, radius, around), 180);
}
