// The mechanism in 3-D: draws what the state shows, at the player's time; picks, hovers, and has a toolbar.
import * as THREE from 'three';
import {liveId} from '../data/source.ts';
import type {ElementRef, Scene} from '../data/types.ts';
import type {LiveRun} from '../editor/live_run.ts';
import type {ModelEdit} from '../editor/model_edit.ts';
import {keep, kept} from '../memory.ts';
import {download, h} from '../parts/dom.ts';
import type {Player} from '../player/player.ts';
import type {Stop} from '../signal.ts';
import type {LoadedRun, PageState} from '../state.ts';
import {Content, type Moment} from './content.ts';
import {poseOf, type StandardView} from './controls/camera.ts';
import {Measure} from './controls/measure.ts';
import {PointTool} from './controls/point_tool.ts';
import {Stage} from './controls/stage.ts';
import {ViewInput} from './controls/view_input.ts';
import {type ToolbarActions, type ViewChoices, ViewToolbar} from './controls/view_toolbar.ts';
import {Visibility} from './controls/visibility.ts';
import type {Layer} from './drawing/drawing_types.ts';
import {LiveValues} from './motion/live_values.ts';
import './view3d.css';

export interface ViewOptions {
  /** Only the picture, no toolbar, no pointer. */
  bare?: boolean;
  pixelRatio?: number;
}

interface Shown {
  scene: Scene | null;
  run: LoadedRun | null;
}

const same = (a: Shown, b: Shown) => a.scene === b.scene && a.run === b.run;

export class MechanismView {
  readonly root: HTMLElement;
  readonly live: LiveValues;
  /** Settles when what the state shows now is loaded and drawn. */
  ready: Promise<void> = Promise.resolve();
  private stage: Stage | null = null;
  private content: Content | null = null;
  private shown: Shown & {overlays: LoadedRun[]} = {scene: null, run: null, overlays: []};
  /** What the content is of, and what is on its way to be. */
  private made: Shown = {scene: null, run: null};
  private coming: (Shown & {done: Promise<void>}) | null = null;
  private waiting = false;
  /** The whole mechanism is in the picture, and nobody has moved the camera since. */
  private fitted = false;
  private choices: ViewChoices;
  private toolbar: ViewToolbar | null = null;
  private visibility: Visibility | null = null;
  private measure: Measure | null = null;
  private input: ViewInput | null = null;
  /** Null where nothing can be edited. */
  points: PointTool | null = null;
  private traced = new Map<string, ElementRef[]>();
  private told = new Set<string>();
  // The mean of the bodies now and in the picture before, which the camera follows.
  private center = new THREE.Vector3();
  private before = new THREE.Vector3();
  private way = new THREE.Vector3();
  private followed = false;
  private moment: Moment = {time: 0, mode: null, phase: 0, amplitude: 1, selection: null};
  private stops: Stop[] = [];

  constructor(
    host: HTMLElement,
    private state: PageState,
    private player: Player,
    options: ViewOptions = {},
  ) {
    this.root = h('div', {class: 'view3d'});
    host.append(this.root);
    this.live = new LiveValues(state);
    this.choices = rememberedChoices(state);
    try {
      this.stage = new Stage(this.root, () => this.place(), options.pixelRatio);
    } catch {
      const words = 'This browser has no WebGL, which the 3-D view needs. Plots and tables work without it.';
      this.root.append(h('p', {class: 'view3d-message'}, words));
      return;
    }
    this.stage.theme(state.theme.value);
    this.stage.moved = () => this.keepCamera();
    // A picture that was fitted is fitted again into another size.
    this.stage.resized = () => {
      if (this.fitted) this.fit();
    };
    if (!options.bare) this.addControls(this.stage);
    this.follow();
    this.rebuild();
  }

  /** Lets points be moved by hand. */
  editWith(edit: ModelEdit, live: LiveRun): void {
    const {stage, toolbar} = this;
    if (!stage || !toolbar) return;
    this.points = new PointTool(
      {
        root: this.root,
        stage,
        // At the start most mechanisms are in their design position, where the grips are.
        begin: () => {
          this.player.playing.value = false;
          this.player.home();
        },
        select: ({section, name}) => {
          this.state.selection.value = {section, name};
        },
      },
      edit,
      live,
    );
    toolbar.root.prepend(this.points.button);
    this.points.on.listen(() => {
      if (this.fitted) this.fit();
    });
  }

  /** When all that is shown is drawn, meshes included. */
  async settled(): Promise<void> {
    await this.ready;
    await this.content?.settled();
  }

  /** Column and value of an element at the time on show (live_values.ts). */
  valuesAt(ref: ElementRef): ReadonlyMap<string, number> {
    return this.live.at(ref);
  }

  /** Milliseconds of script for each of the last 200 pictures. */
  frameTimes(): number[] {
    return this.stage?.frameTimes() ?? [];
  }

  private keepCamera(): void {
    this.fitted = false;
    const {content, stage} = this;
    if (content && stage) keep(this.state, `camera:${content.scene.name}`, stage.rig.pose);
  }

  fit(): void {
    this.fitted = true;
    this.cover();
    if (this.content) this.stage?.rig.fit(this.corners(this.content));
  }

  view(view: StandardView): void {
    this.fitted = true;
    this.cover();
    if (this.content) this.stage?.rig.view(view, this.corners(this.content));
  }

  // The toolbar lies over the picture, and what tells of a point that is moved.
  private cover(): void {
    const {stage, toolbar} = this;
    if (!stage || !toolbar) return;
    const height = Math.max(this.root.clientHeight, 1);
    const {offsetTop, offsetHeight} = toolbar.root;
    stage.rig.covered = Math.max(offsetTop + offsetHeight, this.points?.height ?? 0) / height;
  }

  // What a fit must hold, x y z of each.
  private corners(content: Content): number[] {
    const now = this.now();
    const points: number[] = [];
    content.center(now, this.before);
    content.corners(now, ({x, y, z}) => points.push(x, y, z));
    return points;
  }

  setParallel(on: boolean): void {
    this.stage?.rig.setParallel(on);
    this.toolbar?.showParallel(on);
  }

  choose(choices: ViewChoices): void {
    this.choices = choices;
    this.state.source.remember('view', choices);
    this.applyChoices();
  }

  trace(ref: ElementRef, on: boolean): void {
    const traces = this.content?.traces;
    if (!traces) {
      this.state.tell('A trace needs a run: run the model first.');
      return;
    }
    if (!on) traces.remove(ref);
    else if (!traces.add(ref)) this.state.tell(`${ref.name} has no point that moves.`);
    const key = `traces:${this.content?.scene.name}`;
    this.traced.set(key, traces.refs);
    this.state.source.remember(key, traces.refs);
    this.showTraces();
    this.stage?.invalidate();
  }

  /** Draws at once, and gives the canvas whose picture is good until the next task. */
  picture(): HTMLCanvasElement | null {
    return this.stage?.picture() ?? null;
  }

  /** Draws at once into an array: red green blue alpha, rows from below. */
  pixels(into: Uint8Array, width: number, height: number): void {
    this.stage?.pixels(into, width, height);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.input?.dispose();
    this.toolbar?.dispose();
    this.content?.dispose();
    this.stage?.dispose();
    this.root.remove();
  }

  private follow(): void {
    const {state, player} = this;
    const invalidate = () => this.stage?.invalidate();
    const rebuild = () => this.rebuild();
    this.stops.push(
      state.scene.listen(rebuild),
      state.run.listen(rebuild),
      state.overlays.listen(rebuild),
      state.time.listen(invalidate),
      player.mode.listen(invalidate),
      player.phase.listen(invalidate),
      player.amplitude.listen(invalidate),
      state.selection.listen(() => this.showSelection()),
      state.highlight.listen(() => this.showSelection()),
      state.theme.listen((theme) => {
        this.content?.theme(theme);
        this.stage?.theme(theme);
      }),
    );
  }

  // Once for all that changes together.
  private rebuild(): void {
    if (this.waiting) return;
    this.waiting = true;
    this.ready = Promise.resolve().then(() => {
      this.waiting = false;
      return this.show();
    });
  }

  private async show(): Promise<void> {
    const {scene, run, overlays, theme} = this.state;
    const shown = {
      scene: scene.value,
      run: run.value?.scene === scene.value ? run.value : null,
      overlays: overlays.value,
    };
    this.shown = shown;
    const changed = () => this.stage?.invalidate();
    if (!shown.scene) {
      this.content?.dispose();
      this.content = null;
      this.made = shown;
      this.coming = null;
      changed();
      return;
    }
    // What comes already is not asked for twice: other overlays may be wished meanwhile.
    if (this.coming === null ? !same(this.made, shown) : !same(this.coming, shown))
      this.coming = {scene: shown.scene, run: shown.run, done: this.load(shown.scene, shown.run, changed)};
    await this.coming?.done;
    if (this.shown !== shown || !same(this.made, shown)) return;
    const others = shown.overlays.filter((each) => each.info.id !== shown.run?.info.id);
    await this.content?.setGhosts(this.state, others, changed);
    this.content?.theme(theme.value);
    changed();
  }

  private async load(scene: Scene, run: LoadedRun | null, changed: () => void): Promise<void> {
    const content = await Content.load(this.state, scene, run, changed).catch((trouble: Error) => {
      this.state.tell(`The mechanism cannot be drawn: ${trouble.message}`, 'error');
      return null;
    });
    if (this.coming === null || !same(this.coming, {scene, run})) return content?.dispose();
    this.coming = null;
    if (!content) return;
    this.made = {scene, run};
    this.take(content);
  }

  private take(content: Content): void {
    const before = this.content?.scene;
    const {scene} = content;
    const old = this.content;
    this.content = content;
    if (old) {
      content.adopt(old);
      old.root.removeFromParent();
      // Not before the new one is drawn: what both use on the graphics card stays there.
      this.stage?.afterNext(() => old.dispose());
    }
    this.followed = false;
    const stage = this.stage!;
    stage.world.add(content.root);
    content.theme(this.state.theme.value);
    this.tellMissing(content.motion?.missing ?? []);
    const key = `traces:${scene.name}`;
    for (const ref of this.traced.get(key) ?? this.state.remembered<ElementRef[]>(key) ?? []) content.traces?.add(ref);
    this.applyChoices();
    this.showSelection();
    if (before?.name === scene.name && before.dimension === scene.dimension) {
      // More of the motion is known, as of a run whose rows come; under a hand the picture stands still.
      const more = old?.motion?.rows.count !== content.motion?.rows.count;
      if (this.fitted && more && this.shown.run?.info.id !== liveId) this.fit();
      return;
    }
    this.visibility?.showAll();
    this.toolbar?.setDimension(scene.dimension);
    stage.rig.setScene(scene);
    this.setParallel(scene.dimension === 2);
    this.view(scene.dimension === 2 ? 'plane' : 'iso');
    const pose = this.toolbar ? kept(this.state, `camera:${scene.name}`, poseOf) : undefined;
    if (!pose) return;
    this.fitted = false;
    stage.rig.pose = pose;
    this.toolbar?.showParallel(pose.parallel);
  }

  // Once for each run.
  private tellMissing(missing: string[]): void {
    const id = this.shown.run?.info.id ?? '';
    if (missing.length === 0 || this.told.has(id)) return;
    this.told.add(id);
    const few = missing.length > 4 ? [...missing.slice(0, 3), `${missing.length - 3} others`] : missing;
    this.state.tell(`Not recorded, shown in the design position: ${few.join(', ')}.`);
  }

  private applyChoices(): void {
    const {content, choices} = this;
    if (!content) return;
    for (const [layer, on] of Object.entries(choices.layers)) content.drawing.show(layer as Layer, on);
    if (content.arrows) {
      content.arrows.mode = choices.arrows;
      content.arrows.factor = choices.arrowFactor;
      content.arrows.weights = choices.weights;
      content.arrows.numbers = choices.numbers;
    }
    this.showTraces();
    this.visibility?.apply();
    this.stage?.invalidate();
  }

  private showTraces(): void {
    this.toolbar?.showTraces(this.content?.traces?.refs ?? [], this.state.selection.value);
  }

  private showSelection(): void {
    const drawing = this.content?.drawing;
    // Names that this scene does not have would only dim all others.
    const known = new Set(this.content?.scene.sections.flatMap((each) => each.elements.map((element) => element.name)));
    drawing?.highlight(new Set(this.state.highlight.value.filter((name) => known.has(name))));
    drawing?.select(this.state.selection.value);
    this.visibility?.apply();
    this.showTraces();
    this.stage?.invalidate();
  }

  private now(): Moment {
    const {moment, player, state} = this;
    moment.time = state.time.value;
    moment.mode = this.content?.motion ? player.mode.value : null;
    moment.phase = player.phase.value;
    moment.amplitude = player.amplitude.value;
    moment.selection = state.selection.value;
    return moment;
  }

  private place(): void {
    const {content, stage} = this;
    if (content && stage) {
      const now = this.now();
      content.place(now);
      if (content.travels) {
        content.center(now, this.center);
        if (this.choices.follow && this.followed) stage.rig.moveBy(this.way.copy(this.center).sub(this.before));
        this.before.copy(this.center);
        this.followed = true;
      }
    }
    this.points?.place();
    if (content && stage) {
      const {clientWidth: width, clientHeight: height} = this.root;
      content.drawing.arrange(stage.rig.camera, width, height);
      content.arrows?.arrange(stage.rig.camera, width, height);
      this.measure?.place(content.scene, content.drawing);
    }
    this.input?.hover();
  }

  private addControls(stage: Stage): void {
    this.measure = new Measure(() => stage.invalidate());
    stage.world.add(this.measure.root);
    this.visibility = new Visibility(
      () =>
        this.content && {
          scene: this.content.scene,
          drawing: this.content.drawing,
          selection: this.state.selection.value,
        },
      () => stage.invalidate(),
    );
    const actions: ToolbarActions = {
      view: (view) => this.view(view),
      fit: () => this.fit(),
      toggleParallel: () => {
        stage.rig.setParallel(!stage.rig.isParallel);
        return stage.rig.isParallel;
      },
      choose: (choices) => this.choose(choices),
      trace: (ref, on) => this.trace(ref, on),
      picture: () => this.savePicture(),
    };
    this.toolbar = new ViewToolbar(this.choices, actions, this.visibility.panel, this.measure.button);
    this.root.append(this.toolbar.root, this.measure.panel);
    this.input = new ViewInput(this.root, stage, {
      drawing: () => this.content?.drawing ?? null,
      size: () => this.content?.scene.size ?? 1,
      select: (ref, hit) => {
        this.state.selection.value = ref;
        if (this.measure?.on && this.content) this.measure.take(this.content.scene, this.content.drawing, ref, hit);
      },
      hide: () => this.visibility?.hide(),
      fit: () => this.fit(),
    });
  }

  private savePicture(): void {
    this.picture()?.toBlob((blob) => {
      if (blob) download(`${this.content?.scene.name ?? 'mechanism'}.png`.replace(/[^\w.-]+/g, '_'), blob);
      else this.state.tell('The browser could not make a picture of the view.', 'error');
    }, 'image/png');
  }
}

function rememberedChoices(state: PageState): ViewChoices {
  const kept = state.remembered<Partial<ViewChoices>>('view');
  const layers: Record<Layer, boolean> = {
    bodies: true,
    joints: true,
    springs: true,
    ground: true,
    axes: true,
    masses: false,
    points: false,
    labels: false,
  };
  return {
    layers: {...layers, ...kept?.layers},
    arrows: kept?.arrows ?? 'off',
    arrowFactor: kept?.arrowFactor ?? 1,
    weights: kept?.weights ?? false,
    numbers: kept?.numbers ?? true,
    follow: kept?.follow ?? true,
  };
}
