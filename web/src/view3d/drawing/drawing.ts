// Draws any model as the mechanism it is. All solids are in one mesh and all lines in another (sheet.ts); to place a frame is to
// write the matrices of the slots (slots.ts) into a texture.
import * as THREE from 'three';
import type {ElementRef, Scene, Vec3} from '../../data/types.ts';
import {drawBodies} from '../bodies/body_shapes.ts';
import {drawMesh} from '../bodies/mesh_files.ts';
import {drawDrivers} from '../symbols/drivers.ts';
import {drawForces} from '../symbols/forces.ts';
import {drawAxes, drawFixings, makeGrid} from '../symbols/ground.ts';
import {drawJoints} from '../symbols/joints.ts';
import {drawCouplings} from '../symbols/link_symbols.ts';
import {drawMarks} from '../symbols/marks.ts';
import type {Drawing, DrawOptions, Frame, Layer, Theme, Veil} from './drawing_types.ts';
import {arrangeLabels, disposeSprite, ringSprite, textSprite} from './labels.ts';
import {Paint, Palette} from './paint.ts';
import {Picker} from './picker.ts';
import {cutAt, type Materials, materials, State, statesTexture} from './shading.ts';
import type {Element, Sheet} from './sheet.ts';
import {sheetObjects} from './sheet_objects.ts';
import {type Anchor, Slots} from './slots.ts';
import {Workshop} from './workshop.ts';

export type {Drawing, DrawOptions, Frame, Layer} from './drawing_types.ts';
export {backgroundColor} from './paint.ts';

const MOST_LABELS = 400;
const MOST_RINGS = 60;

/** The bodies where the file has them. */
export function designFrame(scene: Scene): Frame {
  const poses = new Float64Array(7 * scene.bodies.length);
  scene.bodies.forEach((body, i) => {
    poses.set(body.at, 7 * i);
    poses.set(body.q, 7 * i + 3);
  });
  return {poses};
}

export function draw(scene: Scene, options: DrawOptions): Drawing {
  return new MechanismDrawing(scene, options);
}

interface Follower {
  sprite: THREE.Sprite;
  anchor: Anchor;
}

class MechanismDrawing implements Drawing {
  readonly root = new THREE.Group();
  readonly pickables: THREE.Object3D[];
  private readonly slots: Slots;
  private readonly palette: Palette;
  private readonly materials: Materials;
  private readonly states: {texture: THREE.DataTexture; bytes: Uint8Array};
  private readonly picker: Picker;
  private readonly elements: Element[];
  private readonly anchors = new Map<string, Anchor>();
  private readonly bodyAnchors = new Map<string, Anchor>();
  private readonly hidden = new Set<Layer>(['labels']);
  private readonly matrices = new Map<string, THREE.Matrix4>();
  private readonly axisTips: Vec3[];
  private readonly grid: THREE.LineSegments | null = null;
  private axisLetters: Follower[] = [];
  private labels: Follower[] = [];
  private rings: Follower[] = [];
  private named: ReadonlySet<string> = new Set();
  private selected: ElementRef | null = null;
  private hovered: ElementRef | null = null;
  private veiled: ReadonlyMap<string, Veil> = new Map();
  private gone = false;

  constructor(
    private readonly scene: Scene,
    private readonly options: DrawOptions,
  ) {
    this.slots = new Slots(scene);
    this.palette = new Palette(options.theme, options.ghost);
    const shop = new Workshop(scene, this.slots, this.palette);
    const files = drawBodies(shop);
    const ghost = options.ghost !== undefined;
    if (!ghost) {
      drawJoints(shop);
      drawCouplings(shop);
      drawForces(shop);
      drawDrivers(shop);
      drawFixings(shop);
      drawMarks(shop);
    }
    this.axisTips = ghost ? [] : drawAxes(shop);
    this.elements = shop.sheet.elements;
    this.states = statesTexture(this.elements.length);
    this.materials = materials(
      {slots: this.slots.texture, states: this.states.texture, palette: this.palette.texture},
      shop.unit,
      ghost,
    );
    this.picker = new Picker(this.slots, this.elements, this.states.bytes);
    this.pickables = ghost ? [] : [this.picker];
    this.root.name = 'mechanism';
    this.root.add(this.picker);
    this.add(shop.sheet, false);
    this.findAnchors();
    for (const file of files)
      drawMesh(file, options.asset, 6 * shop.unit).then((sheet) => {
        if (this.gone) return;
        this.add(sheet, true);
        options.changed?.();
      });
    if (!ghost) {
      this.grid = makeGrid(this.bounds(), shop.down, shop.planar, shop.size);
      this.grid.raycast = () => {};
      this.root.add(this.grid);
    }
    this.theme(options.theme);
  }

  private add(sheet: Sheet, open: boolean): void {
    this.picker.cover(sheet);
    for (const object of sheetObjects(sheet, this.materials, open, this.options.ghost === undefined))
      this.root.add(object);
  }

  private findAnchors(): void {
    const {scene, slots} = this;
    for (const body of scene.bodies) {
      const at = body.mass > 0 ? null : body.attachments[0]?.at;
      this.bodyAnchors.set(body.name, {slot: slots.of(body.name), at: at ?? [0, 0, 0]});
    }
    for (const joint of [...scene.joints, ...scene.constraints])
      if (joint.at && joint.bodies.length === 2)
        this.anchors.set(joint.name, {slot: slots.of(joint.bodies[1]), at: joint.at[1]});
    for (const joint of scene.joints) {
      const last = joint.joints && this.anchors.get(joint.joints[joint.joints.length - 1] ?? '');
      if (last) this.anchors.set(joint.name, last);
    }
    for (const force of scene.forces) {
      const end = force.ends[force.ends.length - 1];
      const at = end ? {slot: slots.of(end.body), at: end.at} : this.anchors.get(force.joint ?? '');
      if (at) this.anchors.set(force.name, at);
    }
    for (const driver of scene.drivers) {
      const own = driver.body ? {slot: slots.of(driver.body), at: driver.at ?? ([0, 0, 0] as Vec3)} : null;
      const at = own ?? this.anchors.get(driver.joint ?? '');
      if (at) this.anchors.set(driver.name, at);
    }
    for (const sensor of scene.sensors) this.anchors.set(sensor.name, {slot: slots.of(sensor.body), at: sensor.at});
  }

  place(frame: Frame): void {
    this.slots.place(frame.poses);
    this.follow(this.labels);
    this.follow(this.rings);
  }

  private follow(followers: Follower[]): void {
    for (let i = 0; i < followers.length; ++i) this.slots.point(followers[i]!.anchor, followers[i]!.sprite.position);
  }

  bodyMatrix(name: string): THREE.Matrix4 {
    let matrix = this.matrices.get(name);
    if (!matrix) {
      matrix = new THREE.Matrix4();
      this.matrices.set(name, matrix);
    }
    return this.slots.matrix(this.slots.of(name), matrix);
  }

  jointPoint(name: string, target: THREE.Vector3): boolean {
    const anchor = this.anchors.get(name);
    if (anchor) this.slots.point(anchor, target);
    return anchor !== undefined;
  }

  highlight(names: ReadonlySet<string>): void {
    this.named = names;
    this.drop(this.rings);
    this.rings = [];
    for (const name of [...names].slice(0, MOST_RINGS)) {
      const anchor = this.anchors.get(name) ?? this.bodyAnchors.get(name);
      if (!anchor) continue;
      const sprite = ringSprite(this.palette.css(Paint.alarm));
      this.root.add(sprite);
      this.rings.push({sprite, anchor});
    }
    this.follow(this.rings);
    this.restate();
  }

  select(ref: ElementRef | null): void {
    this.selected = ref;
    this.restate();
  }

  hover(ref: ElementRef | null): void {
    if (same(ref, this.hovered)) return;
    this.hovered = ref;
    this.restate();
  }

  show(layer: Layer, on: boolean): void {
    if (on) this.hidden.delete(layer);
    else this.hidden.add(layer);
    this.restate();
    if (this.grid && layer === 'ground') this.grid.visible = on;
    for (const letter of this.axisLetters) letter.sprite.visible = !this.hidden.has('axes');
    if (layer === 'labels') this.relabel();
  }

  veil(veiled: ReadonlyMap<string, Veil>): void {
    this.veiled = veiled;
    this.restate();
  }

  cut(plane: {normal: THREE.Vector3; distance: number} | null): void {
    cutAt(this.materials, plane);
  }

  arrange(camera: THREE.Camera, width: number, height: number): void {
    arrangeLabels(
      this.labels.map((each) => each.sprite),
      camera,
      width,
      height,
    );
  }

  /** The state of each element, for the shaders. */
  private restate(): void {
    const {bytes, texture} = this.states;
    this.elements.forEach(({ref, layer, active}, i) => {
      let state: number = active ? State.normal : State.inactive;
      const veil = this.veiled.size > 0 ? this.veiled.get(`${ref.section}/${ref.name}`) : undefined;
      if (this.hidden.has(layer) || veil === 'hidden') state = State.hidden;
      else if (ref.name !== '' && this.named.has(ref.name)) state = State.highlighted;
      else if (same(ref, this.selected)) state = State.selected;
      else if (same(ref, this.hovered)) state = State.hovered;
      else if (veil === 'faded') state = State.inactive;
      else if (this.named.size > 0) state = State.dimmed;
      bytes[i] = state;
    });
    texture.needsUpdate = true;
  }

  theme(theme: Theme): void {
    this.palette.use(theme);
    const color = this.grid && (this.grid.material as THREE.ShaderMaterial).uniforms.color!;
    color?.value.set(this.palette.css(Paint.grid)).convertLinearToSRGB();
    this.drop(this.axisLetters);
    this.axisLetters = [];
    if (typeof document !== 'undefined')
      this.axisTips.forEach((at, i) => {
        const paint = [Paint.x, Paint.y, Paint.z][i]!;
        const sprite = textSprite('xyz'[i]!, this.palette.css(paint), this.palette.css(Paint.background), true);
        sprite.position.set(...at);
        sprite.visible = !this.hidden.has('axes');
        this.root.add(sprite);
        this.axisLetters.push({sprite, anchor: {slot: 0, at}});
      });
    this.relabel();
    this.highlight(this.named);
  }

  private relabel(): void {
    this.drop(this.labels);
    this.labels = [];
    if (this.hidden.has('labels') || this.options.ghost !== undefined) return;
    const label = (name: string, anchor: Anchor | undefined, paint: number, bold: boolean) => {
      if (!anchor || this.labels.length >= MOST_LABELS) return;
      const sprite = textSprite(name, this.palette.css(paint), this.palette.css(Paint.background), bold);
      sprite.center.set(-0.06, bold ? 0.5 : -0.1);
      this.root.add(sprite);
      this.labels.push({sprite, anchor});
    };
    for (const body of this.scene.bodies) label(body.name, this.bodyAnchors.get(body.name), Paint.ink, true);
    for (const joint of this.scene.joints)
      if (joint.at) label(joint.name, this.anchors.get(joint.name), Paint.spring, false);
    this.follow(this.labels);
  }

  private drop(followers: Follower[]): void {
    for (const {sprite} of followers) disposeSprite(sprite);
  }

  bounds(): THREE.Box3 {
    return this.picker.bounds();
  }

  corners(visit: (corner: THREE.Vector3) => void): void {
    this.picker.outline(visit);
  }

  dispose(): void {
    this.gone = true;
    for (const list of [this.labels, this.rings, this.axisLetters]) this.drop(list);
    this.root.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) object.geometry.dispose();
    });
    if (this.grid) (this.grid.material as THREE.Material).dispose();
    for (const material of Object.values(this.materials)) material.dispose();
    for (const texture of [this.states.texture, this.palette.texture]) texture.dispose();
    this.slots.dispose();
    this.root.removeFromParent();
    this.root.clear();
  }
}

function same(a: ElementRef | null, b: ElementRef | null): boolean {
  return a === b || (a !== null && b !== null && a.section === b.section && a.name === b.name);
}
