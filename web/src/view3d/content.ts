// What the view shows of one scene: the drawing, its motion where it was run, arrows, traces, and the ghosts of other runs.
import * as THREE from 'three';
import type {ElementRef, Scene} from '../data/types.ts';
import type {LoadedRun, PageState} from '../state.ts';
import {designFrame, draw} from './drawing/drawing.ts';
import type {Drawing, Frame} from './drawing/drawing_types.ts';
import {Arrows} from './motion/arrows.ts';
import {type Mode, ModeMotion} from './motion/modes.ts';
import {Motion} from './motion/motion.ts';
import {Traces} from './motion/traces.ts';

/** Times of the run whose pictures a fit holds, and for how many bodies in all. */
const fitted = 24;
const fittedBodies = 6000;
/** A motion that leads further than this many sizes away is not fitted as a whole, but followed. */
const farthest = 4;

const ghostColors = ['#c2410c', '#15803d', '#9333ea', '#0e7490', '#be185d', '#856404'];

interface Ghost {
  run: LoadedRun;
  drawing: Drawing;
  motion: Motion;
}

export interface Moment {
  time: number;
  mode: Mode | null;
  /** Of the mode: cycles, and the factor of its amplitude. */
  phase: number;
  amplitude: number;
  selection: ElementRef | null;
}

export class Content {
  readonly root = new THREE.Group();
  readonly arrows: Arrows | null = null;
  readonly traces: Traces | null = null;
  /** The bodies go so far that a picture of the whole way would show nothing of them. */
  readonly travels: boolean;
  private swing: ModeMotion;
  private ghosts: Ghost[] = [];
  private wanted: readonly LoadedRun[] = [];
  private design: Frame;
  private pending: Promise<unknown>[] = [];

  private constructor(
    readonly scene: Scene,
    readonly drawing: Drawing,
    readonly motion: Motion | null,
    state: PageState,
    run: LoadedRun | null,
    changed: () => void,
  ) {
    this.design = designFrame(scene);
    this.swing = new ModeMotion(motion ? {poses: motion.poses.slice(0, this.design.poses.length)} : this.design);
    this.travels = motion !== null && wayOf(motion) > farthest * scene.size;
    this.root.add(drawing.root);
    if (!run || !motion) return;
    this.arrows = new Arrows(state, run, scene, changed);
    this.traces = new Traces(scene, motion, state.theme.value);
    this.root.add(this.arrows.root, this.traces.root);
  }

  /** `run`: null where the scene is that of a model which is being edited. */
  static async load(state: PageState, scene: Scene, run: LoadedRun | null, changed: () => void): Promise<Content> {
    let motion: Motion | null = null;
    if (run && run.detail.rows > 0) motion = await Motion.load(state.source, run, scene);
    const pending: Promise<unknown>[] = [];
    const drawing = draw(scene, {theme: state.theme.value, asset: assets(state, run, pending), changed});
    const content = new Content(scene, drawing, motion, state, run, changed);
    content.pending = pending;
    return content;
  }

  /** Other runs, translucent, in place of those before. */
  async setGhosts(state: PageState, runs: readonly LoadedRun[], changed: () => void): Promise<void> {
    const wanted = runs.filter((run) => run.scene && run.detail.rows > 0);
    this.wanted = wanted;
    const kept = new Map(this.ghosts.map((ghost) => [ghost.run, ghost]));
    for (const ghost of this.ghosts) if (!wanted.includes(ghost.run)) this.release(ghost);
    this.ghosts = this.ghosts.filter((ghost) => wanted.includes(ghost.run));
    for (const [i, run] of wanted.entries()) {
      if (kept.has(run)) continue;
      const scene = run.scene!;
      const motion = await Motion.load(state.source, run, scene).catch((trouble: Error) => {
        state.tell(`${run.info.name} cannot be drawn: ${trouble.message}`, 'error');
        return null;
      });
      if (this.wanted !== wanted) return;
      if (!motion) continue;
      const asset = assets(state, run, this.pending);
      const ghost = ghostColors[i % ghostColors.length]!;
      const drawing = draw(scene, {theme: state.theme.value, asset, ghost, changed});
      this.ghosts.push({run, drawing, motion});
      this.root.add(drawing.root);
    }
  }

  /** Takes over the ghosts of the content before, which are the same runs. */
  adopt(from: Content): void {
    this.ghosts = from.ghosts;
    from.ghosts = [];
    for (const ghost of this.ghosts) this.root.add(ghost.drawing.root);
  }

  private release(ghost: Ghost): void {
    this.root.remove(ghost.drawing.root);
    ghost.drawing.dispose();
  }

  /** When all meshes have come, or will not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.pending);
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** Puts everything where it is at a moment; no allocation. */
  place(moment: Moment): void {
    const {mode, time} = moment;
    this.drawing.place(this.frame(moment));
    for (const ghost of this.ghosts) {
      ghost.drawing.root.visible = mode === null;
      if (mode === null) ghost.drawing.place(ghost.motion.at(time));
    }
    this.arrows?.place(this.drawing, time, moment.selection, mode !== null);
    if (!this.traces) return;
    this.traces.root.visible = mode === null;
    if (mode === null) this.traces.place(this.drawing, time);
  }

  private frame(moment: Moment): Frame {
    if (moment.mode) return this.swing.at(moment.mode, moment.phase, moment.amplitude);
    return this.motion?.at(moment.time) ?? this.design;
  }

  theme(theme: 'light' | 'dark'): void {
    this.drawing.theme(theme);
    for (const ghost of this.ghosts) ghost.drawing.theme(theme);
    this.arrows?.theme(theme);
    this.traces?.theme(theme);
  }

  /** Visits corners around the whole motion, or around the moment where the motion leads far away. Leaves the moment placed. */
  corners(moment: Moment, visit: (corner: THREE.Vector3) => void): void {
    const add = (frame: Frame) => {
      this.drawing.place(frame);
      this.drawing.corners(visit);
    };
    if (moment.mode) for (const phase of [0, 0.25, 0.5, 0.75]) add(this.frame({...moment, phase}));
    else if (this.motion && !this.travels) {
      const {first, last} = this.motion;
      const count = Math.min(fitted, Math.max(3, Math.round(fittedBodies / Math.max(this.scene.bodies.length, 1))));
      for (let i = 0; i < count; ++i) add(this.motion.at(first + ((last - first) * i) / (count - 1)));
    }
    add(this.frame(moment));
    const point = new THREE.Vector3();
    this.arrows?.place(this.drawing, moment.time, moment.selection, moment.mode !== null);
    for (const tip of this.arrows?.tips ?? []) visit(tip);
    if (this.travels) return;
    this.traces?.corners((x, y, z) => visit(point.set(x, y, z)));
    for (const each of this.scene.ground) visit(point.fromArray(each.at));
  }

  /** Mean of the bodies as they are placed. */
  center(moment: Moment, target: THREE.Vector3): THREE.Vector3 {
    const {poses} = this.frame(moment);
    target.set(0, 0, 0);
    for (let i = 0; i < poses.length; i += 7) {
      target.x += poses[i]!;
      target.y += poses[i + 1]!;
      target.z += poses[i + 2]!;
    }
    return target.multiplyScalar(7 / Math.max(poses.length, 7));
  }

  dispose(): void {
    this.wanted = [];
    this.drawing.dispose();
    for (const ghost of this.ghosts) this.release(ghost);
    this.arrows?.dispose();
    this.traces?.dispose();
    this.root.removeFromParent();
  }
}

// Size of the box around the mean of the bodies in all rows.
function wayOf(motion: Motion): number {
  const width = 7 * motion.scene.bodies.length;
  if (width === 0) return 0;
  const box = new THREE.Box3();
  const mean = new THREE.Vector3();
  const every = Math.max(1, Math.floor(motion.rows.count / 200));
  for (let row = 0; row < motion.rows.count; row += every) {
    mean.set(0, 0, 0);
    for (let i = row * width; i < (row + 1) * width; i += 7) {
      mean.x += motion.poses[i]!;
      mean.y += motion.poses[i + 1]!;
      mean.z += motion.poses[i + 2]!;
    }
    box.expandByPoint(mean.multiplyScalar(7 / width));
  }
  return box.isEmpty() ? 0 : box.getSize(mean).length();
}

function assets(state: PageState, run: LoadedRun | null, pending: Promise<unknown>[]) {
  const id = run?.info.id ?? state.run.value?.info.id ?? '';
  return (name: string): Promise<ArrayBuffer> => {
    const bytes = state.source.asset(id, name);
    pending.push(bytes);
    return bytes;
  };
}
