// What the view shows of one scene: the drawing, its motion where it was run, arrows, traces, and the ghosts of other runs.
import * as THREE from 'three';
import type {LoadedRun, PageState} from '../state.ts';
import type {ElementRef, Scene} from '../types.ts';
import {Arrows} from './arrows.ts';
import {designFrame, draw} from './drawing.ts';
import type {Drawing, Frame} from './drawing_types.ts';
import {type Mode, ModeMotion} from './modes.ts';
import {Motion} from './motion.ts';
import {Traces} from './traces.ts';

/** Times of the run whose pictures a fit holds. */
const fitted = 24;
/** A motion that leads further than this many sizes away is not fitted as a whole. */
const farthest = 4;

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
  private swing: ModeMotion;
  private ghosts: {drawing: Drawing; motion: Motion}[] = [];
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

  async addGhost(state: PageState, run: LoadedRun, color: string, changed: () => void): Promise<void> {
    if (!run.scene || run.detail.rows === 0) return;
    const motion = await Motion.load(state.source, run, run.scene);
    const drawing = draw(run.scene, {
      theme: state.theme.value,
      asset: assets(state, run, this.pending),
      ghost: color,
      changed,
    });
    this.ghosts.push({drawing, motion});
    this.root.add(drawing.root);
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

  /** Box around the whole motion, or around the moment where the motion leads far away. Leaves the moment placed. */
  bounds(moment: Moment): THREE.Box3 {
    this.drawing.place(this.frame(moment));
    const now = this.drawing.bounds().clone();
    if (moment.mode || !this.motion || this.motion.rows.count < 2) return now;
    const all = now.clone();
    const {first, last} = this.motion;
    for (let i = 0; i < fitted; ++i) {
      this.drawing.place(this.motion.at(first + ((last - first) * i) / (fitted - 1)));
      all.union(this.drawing.bounds());
    }
    this.drawing.place(this.frame(moment));
    const extent = now.getSize(new THREE.Vector3()).length();
    return all.getSize(new THREE.Vector3()).length() > farthest * Math.max(extent, this.scene.size) ? now : all;
  }

  dispose(): void {
    this.drawing.dispose();
    for (const ghost of this.ghosts) ghost.drawing.dispose();
    this.arrows?.dispose();
    this.traces?.dispose();
    this.root.removeFromParent();
  }
}

function assets(state: PageState, run: LoadedRun | null, pending: Promise<unknown>[]) {
  const id = run?.info.id ?? state.run.value?.info.id ?? '';
  return (name: string): Promise<ArrayBuffer> => {
    const bytes = state.source.asset(id, name);
    pending.push(bytes);
    return bytes;
  };
}
