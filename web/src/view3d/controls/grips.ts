// Geometry of dragging: where the pointer's ray meets the plane or the axis that a point is moved in.
import * as THREE from 'three';
import type {Vec3} from '../../data/types.ts';

/** Which coordinates a drag changes. */
export type Way = 'x' | 'y' | 'z' | 'xy' | 'yz' | 'zx';

export const axisOf = {x: 0, y: 1, z: 2} as const;

export function unitOf(axis: 0 | 1 | 2): THREE.Vector3 {
  return new THREE.Vector3().setComponent(axis, 1);
}

/** The plane of two axes that is seen most directly. */
export function facingPlane(direction: THREE.Vector3): Way {
  const [x, y, z] = direction.toArray().map(Math.abs) as Vec3;
  return z >= x && z >= y ? 'xy' : x >= y ? 'yz' : 'zx';
}

/** Where a ray leads a point that was taken at `from`; null: it runs along the plane or the axis and says nothing. */
export function target(ray: THREE.Ray, from: THREE.Vector3, way: Way): THREE.Vector3 | null {
  if (way.length === 1) {
    // The point of the axis that is nearest to the ray.
    const axis = unitOf(axisOf[way as 'x' | 'y' | 'z']);
    const across = axis.dot(ray.direction);
    const slope = 1 - across * across;
    if (slope < 1e-4) return null;
    const gap = ray.origin.clone().sub(from);
    const along = (axis.dot(gap) - across * ray.direction.dot(gap)) / slope;
    return from.clone().addScaledVector(axis, along);
  }
  const normal = unitOf(way === 'xy' ? 2 : way === 'yz' ? 0 : 1);
  if (Math.abs(normal.dot(ray.direction)) < 1e-3) return null;
  const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, from);
  // Also behind the eye: a parallel picture has no eye.
  const along = -plane.distanceToPoint(ray.origin) / normal.dot(ray.direction);
  return ray.origin.clone().addScaledVector(ray.direction, along);
}

/** Coordinates that a way does not change stay as they were; the others are multiples of `step` (0: any). */
export function snapped(to: THREE.Vector3, from: Vec3, way: Way, step: number): Vec3 {
  return from.map((own, i) => {
    if (!way.includes('xyz'[i]!)) return own;
    const value = to.getComponent(i);
    return step > 0 ? Number((Math.round(value / step) * step).toPrecision(12)) : value;
  }) as Vec3;
}

/** A round step that suits a model of this size: about a five-hundredth of it. */
export function stepFor(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size / 500));
  return Number((power * ([5, 2].find((each) => each * power <= size / 500) ?? 1)).toPrecision(3));
}
