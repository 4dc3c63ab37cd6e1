// Moves points by hand: a grip on every point and on every place of a joint that is written as numbers, where the file has it. A grip
// is dragged in the plane that is seen most directly, its axes lead along themselves; arrow keys move it by a step. The text
// changes while the hand moves, and the mechanism and the curves follow (editor/live_run.ts).
import * as THREE from 'three';
import type {Handle, Vec3} from '../../data/types.ts';
import type {LiveRun} from '../../editor/live_run.ts';
import type {ModelEdit} from '../../editor/model_edit.ts';
import {type Edited, hindrance, moved, nameOf} from '../../editor/moved_point.ts';
import {fill, h, iconButton} from '../../parts/dom.ts';
import {Signal} from '../../signal.ts';
import {facingPlane, snapped, stepFor, target, unitOf, type Way} from './grips.ts';
import {MovePanel} from './move_panel.ts';
import type {Stage} from './stage.ts';

const mostGrips = 300;
/** Length of the axes of a grip, in pixels. */
const reach = 64;

interface Drag {
  handle: Handle;
  from: Edited;
  way: Way;
  /** From the point to where the pointer took it. */
  offset: THREE.Vector3;
  kind: string;
  pointer: number;
}

export interface PointView {
  readonly root: HTMLElement;
  readonly stage: Stage;
  /** Before the first grip is shown. */
  begin(): void;
  select(handle: Handle): void;
}

export class PointTool {
  readonly on = new Signal(false);
  readonly button: HTMLButtonElement;
  private layer = h('div', {class: 'grips', hidden: true});
  private lines = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private grips = new Map<string, {handle: Handle; element: HTMLButtonElement; at: THREE.Vector3}>();
  private panel: MovePanel;
  private chosen: string | null = null;
  private drag: Drag | null = null;
  private drags = 0;
  private step = 1;
  private stepGiven = false;
  private ray = new THREE.Raycaster();
  private seen = new THREE.Vector3();

  constructor(
    private view: PointView,
    private edit: ModelEdit,
    private live: LiveRun,
  ) {
    this.lines.setAttribute('class', 'grip-axes');
    this.layer.append(this.lines);
    this.panel = new MovePanel({
      type: (axis, value) => this.typed(axis, value),
      step: (step) => {
        this.step = step;
        this.stepGiven = true;
      },
      undo: (by) => this.edit.step(by),
      close: () => this.toggle(false),
    });
    this.button = iconButton('move', 'Move points by hand (M)', () => this.toggle(!this.on.value), {
      'aria-pressed': 'false',
    });
    view.root.append(this.layer, this.panel.root);
    edit.scene.listen(() => this.refresh());
    edit.undoable.follow((now) => this.panel.undoable(now.undo, now.redo));
    live.trouble.listen((words) => this.panel.trouble(words));
    this.layer.addEventListener('pointermove', (event) => this.pull(event));
    for (const kind of ['pointerup', 'pointercancel'] as const)
      this.layer.addEventListener(kind, (event) => this.release(event));
  }

  toggle(on: boolean): void {
    if (on) this.view.begin();
    this.button.setAttribute('aria-pressed', String(on));
    this.layer.hidden = !on;
    this.panel.root.hidden = !on;
    this.on.value = on;
    if (on) this.refresh();
    this.view.stage.invalidate();
  }

  /** Of what lies over the lower edge of the picture, in pixels. */
  get height(): number {
    const {clientHeight} = this.view.root;
    return this.panel.root.hidden ? 0 : clientHeight - this.panel.root.offsetTop;
  }

  /** The grip of a point or of a joint's place, as if it had been clicked. */
  choose(name: string): void {
    if (!this.grips.has(name)) return;
    this.chosen = name;
    this.showChosen();
  }

  private get handles(): Handle[] {
    return (this.edit.scene.value?.handles ?? []).slice(0, mostGrips);
  }

  private refresh(): void {
    const scene = this.edit.scene.value;
    if (!this.on.value || !scene) return;
    if (!this.stepGiven) this.step = stepFor(scene.size);
    const now = new Set(this.handles.map(nameOf));
    for (const [name, grip] of this.grips)
      if (!now.has(name)) {
        grip.element.remove();
        this.grips.delete(name);
      }
    for (const handle of this.handles) {
      const name = nameOf(handle);
      const grip = this.grips.get(name);
      if (grip) {
        grip.handle = handle;
        grip.at.fromArray(handle.at);
      } else this.grips.set(name, {handle, element: this.grip(name), at: new THREE.Vector3().fromArray(handle.at)});
      const why = this.whyFixed(handle);
      const {element} = this.grips.get(name)!;
      element.classList.toggle('fixed', why !== '');
      element.title = why ? `${name} cannot be moved: ${why}` : name;
    }
    this.panel.setup(scene.units.length, this.step, scene.dimension);
    this.showChosen();
    this.place();
    this.view.stage.invalidate();
  }

  private whyFixed(handle: Handle): string {
    const reasons = handle.at.map((_, axis) => hindrance(handle, axis)).slice(0, handle.coordinates.length || 1);
    return reasons.every((each) => each !== '') ? reasons[0]! : '';
  }

  private grip(name: string): HTMLButtonElement {
    const element = h('button', {
      type: 'button',
      class: 'grip',
      'aria-label': `Move ${name}`,
      onkeydown: (event) => this.key(event, name),
      onfocus: () => this.choose(name),
    });
    element.addEventListener('pointerdown', (event) => this.take(event, name, null));
    element.append(h('span', {class: 'grip-name', 'aria-hidden': 'true'}, name));
    this.layer.append(element);
    return element;
  }

  // ---- the hand -----------------------------------------------------------------------------------------------------------------

  private rayAt(event: {clientX: number; clientY: number}): THREE.Ray {
    const {canvas, rig} = this.view.stage;
    const box = canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    this.ray.setFromCamera(new THREE.Vector2(x, y), rig.camera);
    return this.ray.ray;
  }

  private take(event: PointerEvent, name: string, axis: Way | null): void {
    const grip = this.grips.get(name);
    if (event.button !== 0 || !grip) return;
    event.preventDefault();
    this.choose(name);
    this.view.select(grip.handle);
    const why = this.whyFixed(grip.handle);
    if (why) {
      this.panel.trouble(`${name} cannot be moved: ${why}`);
      return;
    }
    const ray = this.rayAt(event);
    const planar = this.edit.scene.value?.dimension === 2;
    const way = axis ?? (planar ? 'xy' : facingPlane(ray.direction));
    const offset = target(ray, grip.at, way)?.sub(grip.at) ?? new THREE.Vector3();
    const from = {text: this.edit.text.value, set: this.edit.set.value};
    this.drag = {handle: grip.handle, from, way, offset, kind: `drag ${++this.drags}`, pointer: event.pointerId};
    this.layer.setPointerCapture(event.pointerId);
    this.panel.moving(way);
  }

  private pull(event: PointerEvent): void {
    const {drag} = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const from = new THREE.Vector3().fromArray(drag.handle.at);
    const to = target(this.rayAt(event), from, drag.way);
    if (!to) return;
    this.put(drag, snapped(to.sub(drag.offset), drag.handle.at, drag.way, event.altKey ? 0 : this.step));
  }

  private release(event: PointerEvent): void {
    if (event.pointerId !== this.drag?.pointer) return;
    this.drag = null;
    this.panel.moving(null);
    this.showChosen();
  }

  /** Coordinates that cannot be moved stay, and say why. */
  private put(drag: Pick<Drag, 'handle' | 'from' | 'kind'>, wish: Vec3): void {
    const {handle} = drag;
    const reasons = wish.map((value, i) => (value === handle.at[i] ? '' : hindrance(handle, i)));
    const to = wish.map((value, i) => (reasons[i] ? handle.at[i]! : value)) as Vec3;
    const why = reasons.findIndex((each) => each !== '');
    this.panel.trouble(why < 0 ? this.live.trouble.value : `${'xyz'[why]} stays: ${reasons[why]}`);
    this.grips.get(nameOf(handle))?.at.fromArray(to);
    this.panel.values(to);
    const edited = moved(drag.from, handle, to) ?? drag.from;
    if (edited.text !== this.edit.text.value || edited.set !== this.edit.set.value) this.edit.move(edited, drag.kind);
    // The grip at once; the mechanism when it is computed.
    this.place();
  }

  private typed(axis: 0 | 1 | 2, value: number): void {
    const grip = this.chosen ? this.grips.get(this.chosen) : undefined;
    if (!grip) return;
    const to = [...grip.handle.at] as Vec3;
    to[axis] = value;
    const from = {text: this.edit.text.value, set: this.edit.set.value};
    this.put({handle: grip.handle, from, kind: `drag ${++this.drags}`}, to);
  }

  // Arrows move along the axes of the plane that is seen, Page up and down across it.
  private key(event: KeyboardEvent, name: string): void {
    const grip = this.grips.get(name);
    if (!grip || event.ctrlKey || event.metaKey || event.altKey) return;
    const {camera} = this.view.stage.rig;
    camera.updateMatrixWorld();
    const along = (column: number) => new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, column);
    const wish: Record<string, THREE.Vector3> = {
      ArrowRight: along(0),
      ArrowLeft: along(0).negate(),
      ArrowUp: along(1),
      ArrowDown: along(1).negate(),
      PageUp: along(2).negate(),
      PageDown: along(2),
    };
    const way = wish[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    // The axis that is nearest to what was wished.
    const size = way.toArray().map(Math.abs);
    const axis = size.indexOf(Math.max(...size)) as 0 | 1 | 2;
    const by = (event.shiftKey ? 10 : 1) * this.step * Math.sign(way.getComponent(axis));
    this.typed(axis, Number((grip.handle.at[axis] + by).toPrecision(12)));
  }

  // ---- the picture --------------------------------------------------------------------------------------------------------------

  private showChosen(): void {
    const grip = this.chosen ? this.grips.get(this.chosen) : undefined;
    for (const [name, each] of this.grips) each.element.classList.toggle('chosen', name === this.chosen);
    const dragging = this.drag ? [...(grip?.at ?? [])] : grip?.handle.at;
    this.panel.show(this.chosen, (dragging as Vec3 | undefined) ?? null, (axis) =>
      grip ? hindrance(grip.handle, axis) : '',
    );
    fill(this.lines);
    if (!grip) return;
    const count = this.edit.scene.value?.dimension ?? 3;
    for (let axis = 0; axis < count; ++axis) {
      if (hindrance(grip.handle, axis)) continue;
      for (const kind of ['grip-axis', 'grip-axis-hit']) {
        const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
        line.setAttribute('class', `${kind} axis-${'xyz'[axis]}`);
        line.dataset.axis = String(axis);
        if (kind === 'grip-axis-hit')
          line.addEventListener('pointerdown', (event) => this.take(event, this.chosen!, 'xyz'[axis] as Way));
        this.lines.append(line);
      }
    }
    this.view.stage.invalidate();
  }

  /** Where a point is in the picture, in pixels; false: behind the eye. */
  private screen(point: THREE.Vector3, width: number, height: number): boolean {
    this.seen.copy(point).project(this.view.stage.rig.camera);
    this.seen.set((0.5 + this.seen.x / 2) * width, (0.5 - this.seen.y / 2) * height, this.seen.z);
    return this.seen.z <= 1;
  }

  /** For each picture. */
  place(): void {
    if (!this.on.value) return;
    const {clientWidth: width, clientHeight: height} = this.layer;
    this.view.stage.rig.camera.updateMatrixWorld();
    for (const {element, at} of this.grips.values()) {
      element.hidden = !this.screen(at, width, height);
      element.style.transform = `translate(${this.seen.x.toFixed(1)}px, ${this.seen.y.toFixed(1)}px)`;
    }
    const grip = this.chosen ? this.grips.get(this.chosen) : undefined;
    if (!grip || this.lines.childElementCount === 0) return;
    this.screen(grip.at, width, height);
    const from = this.seen.clone();
    // As long on the screen as an axis that is seen from the side would be.
    const size = this.edit.scene.value?.size ?? 1;
    for (const line of this.lines.children as HTMLCollectionOf<SVGLineElement>) {
      const end = grip.at.clone().addScaledVector(unitOf(Number(line.dataset.axis) as 0 | 1 | 2), 0.05 * size);
      this.screen(end, width, height);
      const dx = this.seen.x - from.x;
      const dy = this.seen.y - from.y;
      const scale = Math.min(reach / Math.max(Math.hypot(dx, dy), 1), reach);
      for (const [key, value] of [
        ['x1', from.x],
        ['y1', from.y],
        ['x2', from.x + dx * scale],
        ['y2', from.y + dy * scale],
      ] as const)
        line.setAttribute(key, value.toFixed(1));
    }
  }
}
