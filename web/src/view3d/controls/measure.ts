// Distance and angle between two picks: of bodies the places that were clicked, of joints and sensors their points and axes. What was
// picked moves with its bodies, so the numbers follow the time.
import * as THREE from 'three';
import type {ElementRef, Scene, Vec3} from '../../data/types.ts';
import {h, iconButton} from '../../parts/dom.ts';
import {number} from '../../parts/format.ts';
import type {Drawing} from '../drawing/drawing_types.ts';

interface Pick {
  name: string;
  body: string;
  /** In the axes of the body. */
  at: THREE.Vector3;
  axis: THREE.Vector3 | null;
}

/** The point and direction of an element on its body; of a body the place that was hit. */
export function pickOf(scene: Scene, drawing: Drawing, ref: ElementRef, hit: THREE.Vector3): Pick {
  const vector = (v: Vec3 | undefined) => (v ? new THREE.Vector3().fromArray(v) : null);
  const joint = [...scene.joints, ...scene.constraints].find((each) => each.name === ref.name);
  if ((ref.section === 'joints' || ref.section === 'constraints') && joint?.at && joint.bodies.length === 2)
    return {name: ref.name, body: joint.bodies[1], at: vector(joint.at[1])!, axis: vector(joint.axis?.[1])};
  const sensor = ref.section === 'sensors' && scene.sensors.find((each) => each.name === ref.name);
  if (sensor) return {name: ref.name, body: sensor.body, at: vector(sensor.at)!, axis: vector(sensor.axis)};
  const body = ref.section === 'bodies' ? ref.name : 'ground';
  const point = ref.section === 'points' && scene.points.find((each) => each.name === ref.name);
  const at = point ? vector(point.at)! : hit.clone().applyMatrix4(drawing.bodyMatrix(body).clone().invert());
  return {name: ref.name, body, at, axis: null};
}

/** In words, from where the picks are now. */
export function measured(
  scene: Scene,
  a: THREE.Vector3,
  b: THREE.Vector3,
  axes: [THREE.Vector3, THREE.Vector3] | null,
) {
  const way = b.clone().sub(a);
  const unit = scene.units.length;
  const parts = [...way.toArray()].slice(0, scene.dimension).map((each, i) => `${'xyz'[i]} ${number(each, 5)}`);
  const words = [`${number(way.length(), 6)} ${unit}`, parts.join(', ')];
  if (axes) {
    const angle = THREE.MathUtils.radToDeg(axes[0].angleTo(axes[1]));
    words.push(`axes ${number(Math.min(angle, 180 - angle), 5)}° apart`);
  }
  return words.join(' · ');
}

export class Measure {
  readonly root = new THREE.Group();
  readonly panel: HTMLElement;
  readonly button: HTMLButtonElement;
  on = false;
  private picks: Pick[] = [];
  private line: THREE.Line;
  private words = h('span', {role: 'status'});
  private ends = [new THREE.Vector3(), new THREE.Vector3()] as const;

  constructor(private changed: () => void) {
    const material = new THREE.LineDashedMaterial({color: '#d61f69', depthTest: false, dashSize: 1, gapSize: 0.6});
    this.line = new THREE.Line(new THREE.BufferGeometry(), material);
    this.line.renderOrder = 9;
    this.line.frustumCulled = false;
    this.root.add(this.line);
    this.button = iconButton('measure', 'Measure between two picks', () => this.toggle(!this.on), {
      'aria-pressed': 'false',
    });
    this.panel = h(
      'div',
      {class: 'measure-panel', role: 'group', 'aria-label': 'Measure', hidden: true},
      this.words,
      iconButton('close', 'End measuring', () => this.toggle(false), {class: 'small'}),
    );
    this.toggle(false);
  }

  toggle(on: boolean): void {
    this.on = on;
    this.picks = [];
    this.panel.hidden = !on;
    this.button.setAttribute('aria-pressed', String(on));
    this.words.textContent = 'Click two joints, points or places of bodies.';
    this.line.visible = false;
    this.changed();
  }

  take(scene: Scene, drawing: Drawing, ref: ElementRef | null, hit: THREE.Vector3): void {
    if (!ref) return;
    if (this.picks.length === 2) this.picks = [];
    this.picks.push(pickOf(scene, drawing, ref, hit));
    this.words.textContent = `${this.picks[0]!.name} and …`;
    this.changed();
  }

  /** After the drawing is placed. */
  place(scene: Scene, drawing: Drawing): void {
    const [a, b] = this.picks;
    this.line.visible = a !== undefined && b !== undefined;
    if (!a || !b) return;
    const [from, to] = this.ends;
    const first = drawing.bodyMatrix(a.body);
    from.copy(a.at).applyMatrix4(first);
    const axisA = a.axis?.clone().transformDirection(first);
    const second = drawing.bodyMatrix(b.body);
    to.copy(b.at).applyMatrix4(second);
    const axisB = b.axis?.clone().transformDirection(second);
    this.line.geometry.setFromPoints([from, to]);
    (this.line.material as THREE.LineDashedMaterial).scale = 60 / Math.max(scene.size, 1e-9);
    this.line.computeLineDistances();
    const text = `${a.name} – ${b.name}: ${measured(scene, from, to, axisA && axisB ? [axisA, axisB] : null)}`;
    if (this.words.textContent !== text) this.words.textContent = text;
  }
}
