// Hinges in space that have two bearings, and how far a slider's point may be from its body.
import * as THREE from 'three';
import type {Workshop} from '../drawing/workshop.ts';

/** Part of the size of the model: a slider's point that is farther from its center of mass is not drawn as its part. */
export const FAR = 0.33;

const bearings = new WeakMap<object, Map<string, {at: THREE.Vector3; bodies: string[]}>>();

/** Hard points on the axis of a hinge in space that nothing is fastened to: the hinge's other bearing. Global, by joint. */
export function bearingsOf(shop: Workshop): Map<string, {at: THREE.Vector3; bodies: string[]}> {
  const known = bearings.get(shop.scene);
  if (known) return known;
  const found = new Map<string, {at: THREE.Vector3; bodies: string[]}>();
  bearings.set(shop.scene, found);
  if (shop.planar || shop.scene.points.length * shop.scene.joints.length > 2e5) return found;
  const used = shop.scene.bodies.flatMap((body) =>
    body.attachments.map((a) => shop.slots.point({slot: shop.slots.of(body.name), at: a.at}, new THREE.Vector3())),
  );
  const tolerance = 1e-5 * shop.size;
  const free = shop.scene.points
    .map((point) => new THREE.Vector3(...point.at))
    .filter((point) => used.every((other) => other.distanceTo(point) > tolerance));
  for (const joint of shop.scene.joints) {
    if (!shop.symbol(joint).pin || !joint.at || !joint.axis || joint.bodies.length !== 2) continue;
    const slot = shop.slots.of(joint.bodies[1]);
    const at = shop.slots.point({slot, at: joint.at[1]}, new THREE.Vector3());
    const axis = shop.slots.outOf(slot, joint.axis[1]);
    let best: THREE.Vector3 | null = null;
    for (const point of free) {
      const away = point.clone().sub(at);
      const along = away.dot(axis);
      const off = away.addScaledVector(axis, -along).length();
      if (off < tolerance && Math.abs(along) > 3 * shop.unit && Math.abs(along) > (best?.distanceTo(at) ?? 0))
        best = point;
    }
    if (best && best.distanceTo(at) < 0.7 * shop.size) found.set(joint.name, {at: best, bodies: [...joint.bodies]});
  }
  return found;
}
