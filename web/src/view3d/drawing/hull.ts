// Convex hulls of the few points of a body: in a plane (monotone chain) and in space (each plane through three points that has all
// others on one side is a face: n^4 at worst, and n is small).
import * as THREE from 'three';

/** Indices of the corners, counterclockwise. */
export function hull2(points: THREE.Vector2[]): number[] {
  const order = points.map((_, i) => i).sort((a, b) => points[a]!.x - points[b]!.x || points[a]!.y - points[b]!.y);
  const left = (a: number, b: number, c: number) => {
    const [p, q, r] = [points[a]!, points[b]!, points[c]!];
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  const chain = (indices: number[]) => {
    const out: number[] = [];
    for (const i of indices) {
      while (out.length > 1 && left(out[out.length - 2]!, out[out.length - 1]!, i) <= 0) out.pop();
      out.push(i);
    }
    out.pop();
    return out;
  };
  return points.length < 3 ? order : [...chain(order), ...chain(order.reverse())];
}

/** A right-handed frame with z along the given direction: the columns of the matrix, at the given origin. */
export function frameAlong(z: THREE.Vector3, origin: THREE.Vector3, towards?: THREE.Vector3): THREE.Matrix4 {
  const n = z.clone().normalize();
  if (n.lengthSq() < 0.5) n.set(0, 0, 1);
  const x = (towards ?? new THREE.Vector3()).clone();
  x.addScaledVector(n, -n.dot(x));
  if (x.lengthSq() < 1e-12 * (towards?.lengthSq() ?? 1) || x.lengthSq() === 0) {
    const least = Math.abs(n.x) < 0.6 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    x.copy(least).addScaledVector(n, -n.dot(least));
  }
  x.normalize();
  return new THREE.Matrix4().makeBasis(x, n.clone().cross(x), n).setPosition(origin);
}

/** The plane that the points lie in, as a frame whose z is its normal; null: they lie in none, or on a line. */
export function planeOf(points: THREE.Vector3[], tolerance: number): THREE.Matrix4 | null {
  const line = lineOf(points, tolerance);
  if (line || points.length < 3) return null;
  const [a, b] = farthest(points);
  const along = b.clone().sub(a).normalize();
  let off = new THREE.Vector3();
  for (const p of points) {
    const away = p.clone().sub(a);
    away.addScaledVector(along, -away.dot(along));
    if (away.lengthSq() > off.lengthSq()) off = away;
  }
  const normal = along.clone().cross(off).normalize();
  const flat = points.every((p) => Math.abs(p.clone().sub(a).dot(normal)) <= tolerance);
  return flat ? frameAlong(normal, a, along) : null;
}

/** The two ends, if all points lie on the line between them. */
export function lineOf(points: THREE.Vector3[], tolerance: number): [THREE.Vector3, THREE.Vector3] | null {
  if (points.length < 2) return null;
  const [a, b] = farthest(points);
  const along = b.clone().sub(a).normalize();
  const straight = points.every((p) => {
    const away = p.clone().sub(a);
    return away.addScaledVector(along, -away.dot(along)).length() <= tolerance;
  });
  return straight ? [a, b] : null;
}

function farthest(points: THREE.Vector3[]): [THREE.Vector3, THREE.Vector3] {
  let best: [THREE.Vector3, THREE.Vector3] = [points[0]!, points[1]!];
  let most = -1;
  for (let i = 0; i < points.length; ++i)
    for (let j = 0; j < i; ++j) {
      const distance = points[i]!.distanceToSquared(points[j]!);
      if (distance > most) {
        most = distance;
        best = [points[j]!, points[i]!];
      }
    }
  return best;
}

export interface Hull {
  /** Polygons of indices, counterclockwise from outside. */
  faces: number[][];
  edges: [number, number][];
}

export function hull3(points: THREE.Vector3[], tolerance: number): Hull {
  const faces = new Map<string, number[]>();
  const n = points.length;
  for (let i = 0; i < n; ++i)
    for (let j = i + 1; j < n; ++j)
      for (let k = j + 1; k < n; ++k) {
        const normal = points[j]!.clone().sub(points[i]!).cross(points[k]!.clone().sub(points[i]!));
        if (normal.length() <= tolerance * tolerance) continue;
        normal.normalize();
        const heights = points.map((p) => p.clone().sub(points[i]!).dot(normal));
        const above = heights.some((h) => h > tolerance);
        const below = heights.some((h) => h < -tolerance);
        if (above === below) continue;
        if (above) normal.negate();
        const inPlane = heights.flatMap((h, at) => (Math.abs(h) <= tolerance ? [at] : []));
        const key = inPlane.join();
        if (faces.has(key)) continue;
        const inverse = frameAlong(normal, points[i]!).invert();
        const flat = inPlane.map((at) => {
          const p = points[at]!.clone().applyMatrix4(inverse);
          return new THREE.Vector2(p.x, p.y);
        });
        faces.set(
          key,
          hull2(flat).map((at) => inPlane[at]!),
        );
      }
  const edges = new Map<string, [number, number]>();
  for (const face of faces.values())
    face.forEach((a, at) => {
      const b = face[(at + 1) % face.length]!;
      edges.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]);
    });
  return {faces: [...faces.values()], edges: [...edges.values()]};
}
