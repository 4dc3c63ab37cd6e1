// Forces and moments as arrows: a force has one head, a reaction moment two, a torque is an arc about its axis. The largest of the run is
// a quarter of the scene. All are instances of four shapes, drawn over everything else.
import * as THREE from 'three';
import {mergeGeometries} from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type {ElementRef, Scene} from '../../data/types.ts';
import {number} from '../../parts/format.ts';
import type {LoadedRun, PageState} from '../../state.ts';
import type {Drawing} from '../drawing/drawing_types.ts';
import {backgroundColor} from '../drawing/paint.ts';
import {ArrowNumbers} from './arrow_numbers.ts';
import {arrowScale, type Effort, type EffortKind, effortsOf, largestEffort} from './effort_list.ts';
import {loadSamples, type Samples} from './samples.ts';

export type ArrowMode = 'off' | 'selected' | 'all';

/** More are not drawn. */
const mostArrows = 3000;
/** Shaft radius, head radius and head length, of the scene's size. */
const shaftRadius = 0.0035;
const headRadius = 0.011;
const headLength = 0.034;

const colors: Record<'light' | 'dark', Record<EffortKind, string>> = {
  light: {
    reaction: '#1f5fbf',
    moment: '#7a3fc2',
    force: '#c2410c',
    torque: '#be185d',
    driver: '#15803d',
    weight: '#566072',
  },
  dark: {
    reaction: '#7fb0ff',
    moment: '#c79bff',
    force: '#ff9d5c',
    torque: '#ff8fc0',
    driver: '#6fcf97',
    weight: '#a9b4c4',
  },
};

interface Placed {
  effort: Effort;
  places: number[];
}

// Unit shapes along y.
function shapes() {
  const shaft = new THREE.CylinderGeometry(1, 1, 1, 10, 1).translate(0, 0.5, 0);
  const head = new THREE.ConeGeometry(1, 1, 16, 1).translate(0, 0.5, 0);
  const turn = 1.55 * Math.PI;
  const arc = new THREE.TorusGeometry(1, 0.045, 8, 48, turn).rotateX(-Math.PI / 2);
  const tip = new THREE.ConeGeometry(0.14, 0.36, 14, 1).translate(0, 0.12, 0);
  // In the plane of the arc, at its end, along its tangent: right-handed about +y.
  tip
    .rotateZ(turn)
    .translate(Math.cos(turn), Math.sin(turn), 0)
    .rotateX(-Math.PI / 2);
  return {shaft, head, arc: mergeGeometries([arc, tip])};
}

export class Arrows {
  readonly root = new THREE.Group();
  mode: ArrowMode = 'off';
  /** The user's factor of the automatic scale. */
  factor = 1;
  weights = false;
  numbers = true;
  /** Where the heads are, for a fit. */
  readonly tips: THREE.Vector3[] = [];

  private labels: ArrowNumbers;
  private dark = false;
  private samples: Samples | null = null;
  private row = new Float64Array(0);
  private placed: Placed[] = [];
  private largestForce = 0;
  private largestTurn = 0;
  private loading: Promise<void> | null = null;
  private material = new THREE.MeshBasicMaterial({
    depthTest: false,
    depthWrite: false,
    transparent: true,
    opacity: 0.92,
  });
  private meshes: {shaft: THREE.InstancedMesh; head: THREE.InstancedMesh; arc: THREE.InstancedMesh} | null = null;
  private palette = new Map<EffortKind, THREE.Color>();
  private counts = {shaft: 0, head: 0, arc: 0};

  private from = new THREE.Vector3();
  private vector = new THREE.Vector3();
  private direction = new THREE.Vector3();
  private up = new THREE.Vector3(0, 1, 0);
  private turn = new THREE.Quaternion();
  private size = new THREE.Vector3();
  private spot = new THREE.Vector3();
  private matrix = new THREE.Matrix4();

  constructor(
    private state: PageState,
    private run: LoadedRun,
    private scene: Scene,
    private arrived: () => void,
  ) {
    this.root.renderOrder = 10;
    this.labels = new ArrowNumbers(() => backgroundColor(this.dark ? 'dark' : 'light'), arrived);
  }

  arrange(camera: THREE.Camera, width: number, height: number): void {
    if (this.root.visible) this.labels.arrange(camera, width, height);
  }

  private words({effort}: Placed): string {
    const column = effort.columns.find((name) => name !== '');
    const unit = effort.weight ? this.scene.units.force : column ? this.run.table.unit(column) : '';
    return `${number(this.vector.length(), 3)} ${unit}`.trim();
  }

  /** The columns are read when arrows are first shown. */
  private load(): void {
    if (this.loading) return;
    let efforts = effortsOf(this.scene, (column) => this.run.table.has(column));
    if (efforts.length > mostArrows) {
      this.state.tell(
        `The model has ${efforts.length} forces and reactions: arrows are drawn for ${mostArrows} of them.`,
      );
      efforts = efforts.slice(0, mostArrows);
    }
    const names = [...new Set(efforts.flatMap((each) => each.columns).filter((name) => name !== ''))];
    this.loading = loadSamples(this.state.source, this.run.detail, names).then(
      (samples) => this.take(efforts, samples),
      (trouble: Error) => this.state.tell(`Forces could not be read: ${trouble.message}`, 'error'),
    );
  }

  private take(efforts: Effort[], samples: Samples): void {
    const columns = new Map(samples.names.map((name, i) => [name, i]));
    this.samples = samples;
    this.row = new Float64Array(samples.width);
    this.placed = efforts.map((effort) => ({effort, places: effort.columns.map((name) => columns.get(name) ?? -1)}));
    let heaviest = 0;
    for (const {effort, places} of this.placed) {
      if (effort.weight) {
        heaviest = Math.max(heaviest, Math.hypot(...effort.weight));
        continue;
      }
      const most = largestEffort(samples.data, samples.width, places);
      if (effort.turns) this.largestTurn = Math.max(this.largestTurn, most);
      else this.largestForce = Math.max(this.largestForce, most);
    }
    if (this.largestForce === 0) this.largestForce = heaviest;
    const {shaft, head, arc} = shapes();
    const mesh = (geometry: THREE.BufferGeometry, count: number) => {
      const made = new THREE.InstancedMesh(geometry, this.material, Math.max(count, 1));
      made.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
      made.setColorAt(0, new THREE.Color());
      made.frustumCulled = false;
      made.renderOrder = 10;
      this.root.add(made);
      return made;
    };
    const count = this.placed.length;
    this.meshes = {shaft: mesh(shaft, count), head: mesh(head, 2 * count), arc: mesh(arc, count)};
    this.root.add(this.labels.root);
    this.arrived();
  }

  theme(theme: 'light' | 'dark'): void {
    this.dark = theme === 'dark';
    for (const [kind, color] of Object.entries(colors[theme]))
      this.palette.set(kind as EffortKind, new THREE.Color(color));
  }

  /** Arrows of a time, about the bodies as they are placed. `still`: the bodies are not where the run has them, nothing is drawn. */
  place(drawing: Drawing, time: number, selection: ElementRef | null, still: boolean): void {
    this.root.visible = this.mode !== 'off' && !still;
    this.tips.length = 0;
    if (!this.root.visible) return;
    this.load();
    const {meshes, counts} = this;
    if (!meshes || !this.samples) return;
    this.samples.at(time, this.row);
    counts.shaft = counts.head = counts.arc = 0;
    this.labels.begin();
    const {size} = this.scene;
    const forceScale = arrowScale(this.largestForce, size, this.factor);
    const turnScale = arrowScale(this.largestTurn, size, this.factor);
    for (const each of this.placed) {
      const {effort} = each;
      if (effort.kind === 'weight' ? !this.weights : false) continue;
      if (this.mode === 'selected' && !belongs(effort, selection)) continue;
      this.from.fromArray(effort.at.point).applyMatrix4(drawing.bodyMatrix(effort.at.body));
      if (!this.read(each, drawing)) continue;
      const length = this.vector.length() * (effort.turns ? turnScale : forceScale);
      if (!(length > 0.004 * size)) continue;
      this.direction.copy(this.vector).normalize();
      this.turn.setFromUnitVectors(this.up, this.direction);
      const color = this.palette.get(effort.kind)!;
      if (effort.turns && effort.kind !== 'moment') this.addArc(0.35 * length, color);
      else this.addArrow(length, effort.turns, color);
      const tip = this.from.clone().addScaledVector(this.direction, length);
      this.tips.push(tip);
      if (this.numbers) this.labels.add(tip, () => this.words(each), color);
    }
    this.labels.end();
    for (const key of ['shaft', 'head', 'arc'] as const) {
      const mesh = meshes[key];
      mesh.count = counts[key];
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  // The effort of the row as a global vector; false where it has none.
  private read({effort, places}: Placed, drawing: Drawing): boolean {
    const {vector, row} = this;
    if (effort.weight) vector.fromArray(effort.weight);
    else if (places.length === 3) {
      vector.set(
        places[0]! < 0 ? 0 : row[places[0]!]!,
        places[1]! < 0 ? 0 : row[places[1]!]!,
        places[2]! < 0 ? 0 : row[places[2]!]!,
      );
    } else {
      const {along} = effort;
      if (!along) return false;
      const body = drawing.bodyMatrix(along.body);
      if (along.to) vector.fromArray(along.to).applyMatrix4(body).sub(this.from);
      else if (along.axis) vector.fromArray(along.axis).transformDirection(body);
      vector.normalize().multiplyScalar(along.sign * row[places[0]!]!);
    }
    const square = vector.lengthSq();
    return square > 0 && Number.isFinite(square);
  }

  private addArrow(length: number, two: boolean, color: THREE.Color): void {
    const {size} = this.scene;
    // Short arrows are all head, in proportion.
    const shrink = Math.min(1, length / ((two ? 2.2 : 1.4) * headLength * size));
    const tip = headLength * size * shrink;
    const shaft = length - (two ? 1.8 : 1) * tip;
    this.add('shaft', this.from, shaftRadius * size * shrink, shaft, color);
    this.spot.copy(this.from).addScaledVector(this.direction, shaft);
    this.add('head', this.spot, headRadius * size * shrink, tip, color);
    if (!two) return;
    this.spot.addScaledVector(this.direction, 0.8 * tip);
    this.add('head', this.spot, headRadius * size * shrink, tip, color);
  }

  private addArc(radius: number, color: THREE.Color): void {
    this.add('arc', this.from, radius, radius, color);
  }

  private add(
    key: 'shaft' | 'head' | 'arc',
    at: THREE.Vector3,
    radius: number,
    length: number,
    color: THREE.Color,
  ): void {
    const mesh = this.meshes![key];
    const n = this.counts[key]++;
    this.matrix.compose(at, this.turn, this.size.set(radius, length, radius));
    this.matrix.toArray(mesh.instanceMatrix.array, 16 * n);
    color.toArray(mesh.instanceColor!.array, 3 * n);
  }

  dispose(): void {
    for (const mesh of Object.values(this.meshes ?? {})) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.material.dispose();
    this.labels.dispose();
    this.root.removeFromParent();
  }
}

// Of a selected body: everything that acts on it.
function belongs(effort: Effort, selection: ElementRef | null): boolean {
  if (!selection) return false;
  if (selection.section === 'bodies') return effort.at.body === selection.name;
  return effort.ref.name === selection.name && effort.ref.section === selection.section;
}
