// The camera: standard views about the up axis, perspective or parallel, fit, orbit by mouse, touch and keys.
import * as THREE from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import type {Scene, Vec3} from '../../data/types.ts';

export type StandardView = 'iso' | 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom' | 'plane';

const fieldOfView = 35;
/** Part of the window that a fitted mechanism fills. */
const filled = 0.88;

/** Against gravity where gravity is along an axis; z otherwise; in the plane always y. */
export function upAxis(scene: Pick<Scene, 'dimension' | 'gravity'>): Vec3 {
  if (scene.dimension === 2) return [0, 1, 0];
  const size = Math.hypot(...scene.gravity);
  const along = scene.gravity.findIndex((each) => size > 0 && Math.abs(each) > size * (1 - 1e-9));
  const up: Vec3 = [0, 0, 0];
  if (along < 0) up[2] = 1;
  else up[along] = scene.gravity[along]! > 0 ? -1 : 1;
  return up;
}

/** From the mechanism to the eye: front looks along the second axis (z up: along y, x to the right), right from +x. */
export function viewDirection(view: StandardView, up: Vec3): THREE.Vector3 {
  const u = new THREE.Vector3(...up);
  const right = u.x !== 0 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0);
  const front = right.clone().cross(u);
  // A little from the front, so that what is up in the picture is settled.
  const settled = front.clone().multiplyScalar(1e-5);
  const directions: Record<StandardView, THREE.Vector3> = {
    iso: right.clone().multiplyScalar(0.62).add(front).addScaledVector(u, 0.62),
    front: front.clone(),
    back: front.clone().negate(),
    right: right.clone(),
    left: right.clone().negate(),
    top: u.clone().add(settled),
    bottom: u.clone().negate().add(settled),
    plane: new THREE.Vector3(0, 0, 1),
  };
  return directions[view].normalize();
}

export interface CameraPose {
  eye: Vec3;
  target: Vec3;
  height: number;
  parallel: boolean;
}

/** A pose that was kept; what is something else counts as nothing. */
export function poseOf(value: unknown): CameraPose | undefined {
  const {eye, target, height, parallel} = (value ?? {}) as Record<string, unknown>;
  const point = (each: unknown): each is Vec3 =>
    Array.isArray(each) && each.length === 3 && each.every((x) => typeof x === 'number' && Number.isFinite(x));
  if (!point(eye) || !point(target) || typeof height !== 'number' || !(height > 0)) return undefined;
  return {eye, target, height, parallel: parallel === true};
}

export class CameraRig {
  camera: THREE.PerspectiveCamera | THREE.OrthographicCamera;
  /** Part of the window's height that something covers at its upper or lower edge: a fit leaves both free. */
  covered = 0;
  private perspective = new THREE.PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  private parallel = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
  private controls!: OrbitControls;
  private up: Vec3 = [0, 0, 1];
  private aspect = 1;
  private size = 1;
  private target = new THREE.Vector3();
  private offset = new THREE.Vector3();
  private spherical = new THREE.Spherical();

  constructor(
    private element: HTMLElement,
    private changed: () => void,
    /** The user has moved it. */
    private moved: () => void = () => {},
  ) {
    this.camera = this.perspective;
    this.connect();
  }

  private connect(): void {
    const rotates = this.controls?.enableRotate ?? true;
    if (this.controls) {
      this.target.copy(this.controls.target);
      this.controls.dispose();
    }
    this.controls = new OrbitControls(this.camera, this.element);
    this.controls.target.copy(this.target);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.rotates = rotates;
    this.controls.update();
    this.controls.addEventListener('end', () => this.moved());
    this.controls.addEventListener('change', () => {
      this.setDepth();
      this.changed();
    });
  }

  get rotates(): boolean {
    return this.controls.enableRotate;
  }
  /** Where nothing turns, the left button shifts. */
  set rotates(on: boolean) {
    this.controls.enableRotate = on;
    this.controls.mouseButtons.LEFT = on ? THREE.MOUSE.ROTATE : THREE.MOUSE.PAN;
    this.controls.touches.ONE = on ? THREE.TOUCH.ROTATE : THREE.TOUCH.PAN;
  }

  get isParallel(): boolean {
    return this.camera === this.parallel;
  }

  /** Between perspective and parallel, with the same picture in the plane of the target. */
  setParallel(on: boolean): void {
    if (on === this.isParallel) return;
    const height = this.visibleHeight();
    const direction = this.camera.position.clone().sub(this.controls.target);
    this.camera = on ? this.parallel : this.perspective;
    this.camera.up.set(...this.up);
    this.camera.position.copy(this.controls.target).add(direction);
    this.connect();
    this.setHeight(height);
    this.changed();
  }

  setScene(scene: Scene): void {
    this.size = scene.size;
    this.up = upAxis(scene);
    this.camera.up.set(...this.up);
    this.connect();
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    this.perspective.aspect = this.aspect;
    this.parallel.left = -this.aspect * this.parallel.top;
    this.parallel.right = this.aspect * this.parallel.top;
    this.perspective.updateProjectionMatrix();
    this.parallel.updateProjectionMatrix();
    this.changed();
  }

  view(view: StandardView, points: readonly number[]): void {
    const direction = viewDirection(view, this.up);
    this.rotates = view !== 'plane';
    this.camera.position.copy(this.controls.target).addScaledVector(direction, this.distance());
    this.camera.lookAt(this.controls.target);
    this.fit(points);
  }

  /** Keeps the direction; all points (x y z of each) are in the picture. */
  fit(points: readonly number[]): void {
    const {camera, controls} = this;
    const direction = camera.position.clone().sub(controls.target);
    if (direction.lengthSq() === 0) direction.copy(viewDirection('iso', this.up));
    direction.normalize();
    // In the axes of the camera
    const turn = camera.quaternion.clone().invert();
    const point = new THREE.Vector3();
    const box = new THREE.Box3();
    const each = (visit: () => void) => {
      for (let i = 0; i + 2 < points.length; i += 3) {
        point.fromArray(points, i).applyQuaternion(turn);
        visit();
      }
    };
    each(() => box.expandByPoint(point));
    if (box.isEmpty()) box.setFromCenterAndSize(new THREE.Vector3(), new THREE.Vector3(1, 1, 1));
    const center = box.getCenter(new THREE.Vector3());
    const slope = Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2)) * filled;
    let height = 0.05 * this.size;
    let distance = height / slope;
    const tall = filled / Math.max(0.3, Math.min(filled, 1 - 2 * this.covered));
    each(() => {
      point.sub(center);
      const half = Math.max(tall * Math.abs(point.y), Math.abs(point.x) / this.aspect);
      height = Math.max(height, (2 * half) / filled);
      distance = Math.max(distance, half / slope + point.z);
    });
    if (this.isParallel) distance = height / 2 / slope + box.max.z - box.min.z;
    controls.target.copy(center.applyQuaternion(camera.quaternion));
    camera.position.copy(controls.target).addScaledVector(direction, distance);
    if (this.isParallel) this.setHeight(height);
    controls.update();
    this.setDepth();
    this.changed();
  }

  /** From where it is looked at: eye, target, height of the picture in the plane of the target. */
  get pose(): CameraPose {
    const {position} = this.camera;
    const {target} = this.controls;
    return {eye: position.toArray(), target: target.toArray(), height: this.visibleHeight(), parallel: this.isParallel};
  }

  set pose({eye, target, height, parallel}: CameraPose) {
    this.setParallel(parallel);
    this.controls.target.fromArray(target);
    this.camera.position.fromArray(eye);
    this.controls.update();
    if (parallel) this.setHeight(height);
    this.setDepth();
    this.changed();
  }

  /** Keys on the canvas: turns (or shifts) by part of the window. */
  turn(dx: number, dy: number): void {
    if (!this.rotates) {
      this.shift(dx, dy);
      return;
    }
    const toUp = new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0));
    this.offset.copy(this.camera.position).sub(this.controls.target).applyQuaternion(toUp);
    this.spherical.setFromVector3(this.offset);
    this.spherical.theta -= 2 * dx;
    this.spherical.phi = Math.min(Math.max(this.spherical.phi - 2 * dy, 1e-4), Math.PI - 1e-4);
    this.offset.setFromSpherical(this.spherical).applyQuaternion(toUp.invert());
    this.camera.position.copy(this.controls.target).add(this.offset);
    this.controls.update();
  }

  shift(dx: number, dy: number): void {
    const height = this.visibleHeight();
    this.camera.updateMatrixWorld();
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    right.multiplyScalar(-dx * height).addScaledVector(up, dy * height);
    this.camera.position.add(right);
    this.controls.target.add(right);
    this.controls.update();
  }

  /** Goes along with what travels. */
  moveBy(way: THREE.Vector3): void {
    this.camera.position.add(way);
    this.controls.target.add(way);
  }

  zoom(factor: number): void {
    this.setHeight(this.visibleHeight() / factor);
    this.changed();
  }

  dispose(): void {
    this.controls.dispose();
  }

  private distance(): number {
    return Math.max(this.camera.position.distanceTo(this.controls.target), 1e-9);
  }

  // Height of the picture in the plane of the target.
  private visibleHeight(): number {
    if (this.isParallel) return (2 * this.parallel.top) / this.parallel.zoom;
    return 2 * this.distance() * Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2));
  }

  private setHeight(height: number): void {
    if (this.isParallel) {
      this.parallel.zoom = 1;
      this.parallel.top = height / 2;
      this.parallel.bottom = -height / 2;
      this.parallel.left = (-this.aspect * height) / 2;
      this.parallel.right = (this.aspect * height) / 2;
      this.parallel.updateProjectionMatrix();
      return;
    }
    const distance = height / 2 / Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2));
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.controls.update();
  }

  private setDepth(): void {
    const distance = this.distance();
    const {perspective, parallel} = this;
    perspective.near = Math.max(distance * 0.005, 1e-4 * this.size);
    perspective.far = 20 * distance + 50 * this.size;
    perspective.updateProjectionMatrix();
    parallel.near = -20 * distance - 50 * this.size;
    parallel.far = 20 * distance + 50 * this.size;
    parallel.updateProjectionMatrix();
  }
}
