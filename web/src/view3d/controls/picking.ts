// What is under the pointer.
import * as THREE from 'three';
import type {ElementRef} from '../../data/types.ts';

export class ElementFinder {
  /** Where the last element that was found has been hit. */
  readonly hit = new THREE.Vector3();
  private ray = new THREE.Raycaster();
  private point = new THREE.Vector2();

  /** The element at a point of the picture (-1 .. 1). What is small (a joint, a spring) is taken before a body just in front of it. */
  at(
    x: number,
    y: number,
    camera: THREE.Camera,
    pickables: THREE.Object3D[],
    near: number,
    thickness: number,
  ): ElementRef | null {
    this.ray.setFromCamera(this.point.set(x, y), camera);
    this.ray.params.Line.threshold = thickness;
    this.ray.params.Points.threshold = thickness;
    const hits = this.ray.intersectObjects(pickables.filter(isShown), true);
    let first: ElementRef | null = null;
    let distance = 0;
    for (const hit of hits) {
      if (!isShown(hit.object)) continue;
      const ref = refOf(hit.object);
      if (!ref) continue;
      if (first === null || ref.section !== 'bodies') this.hit.copy(hit.point);
      if (first === null) {
        first = ref;
        distance = hit.distance;
        if (ref.section !== 'bodies') return ref;
      } else if (hit.distance > distance + near) return first;
      else if (ref.section !== 'bodies') return ref;
    }
    return first;
  }
}

function refOf(object: THREE.Object3D): ElementRef | null {
  for (let each: THREE.Object3D | null = object; each; each = each.parent)
    if (each.userData.ref) return each.userData.ref as ElementRef;
  return null;
}

function isShown(object: THREE.Object3D): boolean {
  for (let each: THREE.Object3D | null = object; each; each = each.parent) if (!each.visible) return false;
  return true;
}

/** What the tooltip says: name and kind. */
export function wordsOf(ref: ElementRef): string {
  const kinds: Partial<Record<ElementRef['section'], string>> = {
    bodies: 'body',
    joints: 'joint',
    constraints: 'constraint',
    drivers: 'driver',
    forces: 'force',
    sensors: 'sensor',
    points: 'point',
  };
  return `${ref.name} (${kinds[ref.section] ?? ref.section})`;
}
