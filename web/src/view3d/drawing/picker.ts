// What a ray hits, and the box around all: the corners move in the shaders, so the ray is taken into the axes of each slot.
import * as THREE from 'three';
import {State} from './shading.ts';
import type {Element, Piece, Sheet} from './sheet.ts';
import type {Slots} from './slots.ts';

export class Picker extends THREE.Object3D {
  private readonly sheets: Sheet[] = [];
  private readonly proxies = new Map<number, THREE.Object3D>();
  private readonly inverse = new THREE.Matrix4();
  private readonly matrix4 = new THREE.Matrix4();
  private readonly ray = new THREE.Ray();
  private readonly corners = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()] as const;
  private readonly hit = new THREE.Vector3();

  constructor(
    private readonly slots: Slots,
    private readonly elements: readonly Element[],
    private readonly states: Uint8Array,
  ) {
    super();
  }

  cover(sheet: Sheet): void {
    this.sheets.push(sheet);
  }

  private seen(piece: Piece): boolean {
    return this.states[piece.element] !== State.hidden;
  }

  override raycast(raycaster: THREE.Raycaster, intersections: THREE.Intersection[]): void {
    for (const sheet of this.sheets) {
      let slot = -1;
      for (const piece of sheet.pieces) {
        if (!this.seen(piece) || this.elements[piece.element]!.ref.name === '') continue;
        if (piece.slot !== slot) {
          slot = piece.slot;
          this.slots.matrix(slot, this.matrix4);
          this.ray.copy(raycaster.ray).applyMatrix4(this.inverse.copy(this.matrix4).invert());
        }
        if (!this.ray.intersectsBox(piece.box)) continue;
        const distance = this.nearest(sheet, piece, raycaster);
        if (distance < Number.POSITIVE_INFINITY)
          intersections.push({distance, point: this.hit.clone(), object: this.proxy(piece.element)});
      }
    }
  }

  /** Distance of the nearest hit of a piece; its point in `hit`. */
  private nearest(sheet: Sheet, piece: Piece, raycaster: THREE.Raycaster): number {
    const positions = sheet.solids.positions.values;
    const index = sheet.solids.index.values;
    const point = new THREE.Vector3();
    let best = Number.POSITIVE_INFINITY;
    for (let i = piece.from; i < piece.to; i += 3) {
      for (let k = 0; k < 3; ++k) this.corners[k]!.fromArray(positions, 3 * index[i + k]!);
      if (!this.ray.intersectTriangle(...this.corners, false, point)) continue;
      const distance = raycaster.ray.origin.distanceTo(point.applyMatrix4(this.matrix4));
      if (distance < best && distance >= raycaster.near && distance <= raycaster.far) {
        best = distance;
        this.hit.copy(point);
      }
    }
    return best;
  }

  private proxy(element: number): THREE.Object3D {
    let proxy = this.proxies.get(element);
    if (!proxy) {
      proxy = new THREE.Object3D();
      proxy.userData.ref = this.elements[element]!.ref;
      this.proxies.set(element, proxy);
    }
    return proxy;
  }

  /** Corners of the boxes around all pieces, which a fit of the camera holds. */
  outline(visit: (corner: THREE.Vector3) => void): void {
    const corner = new THREE.Vector3();
    for (const sheet of this.sheets)
      for (const piece of sheet.pieces) {
        if (!this.seen(piece) || this.elements[piece.element]!.layer === 'axes' || piece.box.isEmpty()) continue;
        const {min, max} = piece.box;
        this.slots.matrix(piece.slot, this.matrix4);
        for (let i = 0; i < 8; ++i)
          visit(
            corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(this.matrix4),
          );
      }
  }

  bounds(): THREE.Box3 {
    const all = new THREE.Box3();
    const box = new THREE.Box3();
    for (const sheet of this.sheets)
      for (const piece of sheet.pieces) {
        if (!this.seen(piece) || this.elements[piece.element]!.layer === 'axes') continue;
        all.union(box.copy(piece.box).applyMatrix4(this.slots.matrix(piece.slot, this.matrix4)));
      }
    if (all.isEmpty()) all.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
    return all;
  }
}
