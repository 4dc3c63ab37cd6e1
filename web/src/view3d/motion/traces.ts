// The way of a point through the whole run: thin as a whole, strong as far as it has come, with a dot where it is.
import * as THREE from 'three';
import {Line2} from 'three/examples/jsm/lines/Line2.js';
import {LineGeometry} from 'three/examples/jsm/lines/LineGeometry.js';
import {LineMaterial} from 'three/examples/jsm/lines/LineMaterial.js';
import type {ElementRef, Scene, Vec3} from '../../data/types.ts';
import type {Drawing} from '../drawing/drawing_types.ts';
import type {Motion} from './motion.ts';

const palette = {
  light: ['#c2410c', '#15803d', '#9333ea', '#0e7490', '#be185d', '#856404', '#1f5fbf', '#475569'],
  dark: ['#ff9d5c', '#6fcf97', '#c79bff', '#5ad1e6', '#ff8fc0', '#e3c15b', '#7fb0ff', '#a9b4c4'],
};

/** The body and the point on it that an element's trace follows; null: it has none. */
export function tracedPoint(scene: Scene, ref: ElementRef): {body: string; at: Vec3} | null {
  const named = (each: {name: string}) => each.name === ref.name;
  switch (ref.section) {
    case 'bodies':
      return scene.bodies.some(named) ? {body: ref.name, at: [0, 0, 0]} : null;
    case 'sensors': {
      const sensor = scene.sensors.find(named);
      return sensor ? {body: sensor.body, at: sensor.at} : null;
    }
    case 'joints':
    case 'constraints': {
      const joint = [...scene.joints, ...scene.constraints].find(named);
      return joint?.at && joint.bodies[1] ? onMoving(joint.bodies, joint.at) : null;
    }
    case 'forces': {
      const ends = scene.forces.find(named)?.ends ?? [];
      const end = [...ends].reverse().find((each) => each.body !== 'ground');
      return end ? {body: end.body, at: end.at} : null;
    }
    case 'drivers': {
      const driver = scene.drivers.find(named);
      if (driver?.joint) return tracedPoint(scene, {section: 'joints', name: driver.joint});
      return driver?.body ? {body: driver.body, at: driver.at ?? [0, 0, 0]} : null;
    }
    default:
      return null;
  }
}

function onMoving(bodies: [string, string] | [], at: [Vec3, Vec3]): {body: string; at: Vec3} | null {
  const [first, second] = bodies;
  if (second && second !== 'ground') return {body: second, at: at[1]};
  return first && first !== 'ground' ? {body: first, at: at[0]} : null;
}

/** Global positions of a body's point in all rows of a motion, one after the other. */
export function pathOf(motion: Motion, body: number, at: Vec3): Float32Array<ArrayBuffer> {
  const width = 7 * motion.scene.bodies.length;
  const rows = Math.max(motion.rows.count, 1);
  const out = new Float32Array(3 * rows);
  const q = new THREE.Quaternion();
  const point = new THREE.Vector3();
  for (let row = 0; row < rows; ++row) {
    const from = row * width + 7 * body;
    const [x, y, z, e0, e1, e2, e3] = motion.poses.subarray(from, from + 7) as unknown as number[];
    point
      .fromArray(at)
      .applyQuaternion(q.set(e1!, e2!, e3!, e0!))
      .toArray(out, 3 * row);
    out[3 * row]! += x!;
    out[3 * row + 1]! += y!;
    out[3 * row + 2]! += z!;
  }
  return out;
}

interface Trace {
  ref: ElementRef;
  body: string;
  at: Vec3;
  path: Float32Array;
  whole: Line2;
  passed: Line2;
  tail: Line2;
  dot: THREE.Mesh;
  materials: (LineMaterial | THREE.MeshBasicMaterial)[];
}

export class Traces {
  readonly root = new THREE.Group();
  private traces: Trace[] = [];
  private ball: THREE.SphereGeometry;
  private here = new THREE.Vector3();

  constructor(
    private scene: Scene,
    private motion: Motion,
    private colors: 'light' | 'dark',
  ) {
    this.ball = new THREE.SphereGeometry(0.009 * scene.size, 16, 12);
  }

  /** Points of the ways, for a fit. */
  corners(visit: (x: number, y: number, z: number) => void): void {
    for (const {path} of this.traces) {
      const every = 3 * Math.max(1, Math.floor(path.length / 600));
      for (let i = 0; i + 2 < path.length; i += every) visit(path[i]!, path[i + 1]!, path[i + 2]!);
    }
  }

  get refs(): ElementRef[] {
    return this.traces.map((each) => each.ref);
  }

  has(ref: ElementRef): boolean {
    return this.traces.some((each) => each.ref.name === ref.name && each.ref.section === ref.section);
  }

  /** False: the element has no point that moves. */
  add(ref: ElementRef): boolean {
    if (this.has(ref)) return true;
    const point = tracedPoint(this.scene, ref);
    const body = this.scene.bodies.findIndex((each) => each.name === point?.body);
    if (!point || body < 0 || this.motion.rows.count < 2) return false;
    const path = pathOf(this.motion, body, point.at);
    const thin = new LineMaterial({linewidth: 1.5, transparent: true, opacity: 0.4, depthWrite: false});
    const strong = new LineMaterial({linewidth: 3});
    const dotted = new THREE.MeshBasicMaterial();
    const geometry = new LineGeometry().setPositions(path);
    const passed = new LineGeometry();
    // The same numbers on the card, only fewer of them drawn.
    passed.setAttribute('instanceStart', geometry.getAttribute('instanceStart')!);
    passed.setAttribute('instanceEnd', geometry.getAttribute('instanceEnd')!);
    const trace: Trace = {
      ref,
      ...point,
      path,
      whole: new Line2(geometry, thin),
      passed: new Line2(passed, strong),
      tail: new Line2(new LineGeometry().setPositions([0, 0, 0, 0, 0, 0]), strong),
      dot: new THREE.Mesh(this.ball, dotted),
      materials: [thin, strong, dotted],
    };
    for (const each of [trace.whole, trace.passed, trace.tail, trace.dot]) {
      each.frustumCulled = false;
      each.raycast = () => {};
      this.root.add(each);
    }
    this.traces.push(trace);
    this.theme(this.colors);
    return true;
  }

  remove(ref: ElementRef): void {
    const at = this.traces.findIndex((each) => each.ref.name === ref.name && each.ref.section === ref.section);
    const [trace] = at < 0 ? [] : this.traces.splice(at, 1);
    if (trace) this.release(trace);
    this.theme(this.colors);
  }

  /** After the drawing is placed. */
  place(drawing: Drawing, time: number): void {
    if (this.traces.length === 0) return;
    const {rows} = this.motion;
    rows.find(time);
    for (const trace of this.traces) {
      this.here.fromArray(trace.at).applyMatrix4(drawing.bodyMatrix(trace.body));
      trace.dot.position.copy(this.here);
      trace.passed.geometry.instanceCount = rows.row;
      trace.passed.visible = rows.row > 0;
      const ends = trace.tail.geometry.getAttribute('instanceStart') as THREE.InterleavedBufferAttribute;
      const {array} = ends.data;
      for (let k = 0; k < 3; ++k) array[k] = trace.path[3 * rows.row + k]!;
      this.here.toArray(array, 3);
      ends.data.needsUpdate = true;
    }
  }

  theme(theme: 'light' | 'dark'): void {
    this.colors = theme;
    this.traces.forEach((trace, i) => {
      const color = palette[theme][i % palette[theme].length]!;
      for (const material of trace.materials) material.color.set(color);
    });
  }

  private release(trace: Trace): void {
    for (const each of [trace.whole, trace.passed, trace.tail]) each.geometry.dispose();
    for (const material of trace.materials) material.dispose();
    this.root.remove(trace.whole, trace.passed, trace.tail, trace.dot);
  }

  dispose(): void {
    for (const trace of this.traces) this.release(trace);
    this.traces = [];
    this.ball.dispose();
    this.root.removeFromParent();
  }
}
