// The mechanism in 3-D: draws what the state shows, at the player's time; picks, hovers, and has a toolbar.
import {download, h} from '../dom.ts';
import type {Player} from '../player.ts';
import type {Stop} from '../signal.ts';
import type {LoadedRun, PageState} from '../state.ts';
import type {ElementRef, Scene} from '../types.ts';
import {type StandardView, upAxis} from './camera.ts';
import {Content, type Moment} from './content.ts';
import type {Layer} from './drawing_types.ts';
import {LiveValues} from './live_values.ts';
import {Picker, wordsOf} from './picking.ts';
import {Stage} from './stage.ts';
import {type ViewChoices, ViewToolbar} from './view_toolbar.ts';
import './view3d.css';

const ghostColors = ['#c2410c', '#15803d', '#9333ea', '#0e7490', '#be185d', '#856404'];
/** A press that moves less than this many pixels is a click. */
const still = 4;

export interface ViewOptions {
  /** Only the picture, no toolbar, no pointer. */
  bare?: boolean;
  pixelRatio?: number;
}

export class MechanismView {
  readonly root: HTMLElement;
  readonly live: LiveValues;
  /** Settles when what the state shows now is loaded and drawn. */
  ready: Promise<void> = Promise.resolve();
  private stage: Stage | null = null;
  private content: Content | null = null;
  private shown: {scene: Scene | null; run: LoadedRun | null; overlays: LoadedRun[]} | null = null;
  private waiting = false;
  private choices: ViewChoices;
  private toolbar: ViewToolbar | null = null;
  private tip = h('div', {class: 'view3d-tip', hidden: true});
  private picker = new Picker();
  private pressed: {x: number; y: number} | null = null;
  private pointer: {x: number; y: number} | null = null;
  private hovered: ElementRef | null = null;
  private traced = new Map<string, ElementRef[]>();
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
    if (!options.bare) this.addControls(this.stage);
    this.follow();
    this.rebuild();
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

  fit(): void {
    if (this.content) this.stage?.rig.fit(this.content.bounds(this.now()));
  }

  view(view: StandardView): void {
    if (this.content) this.stage?.rig.view(view, this.content.bounds(this.now()));
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

  dispose(): void {
    for (const stop of this.stops) stop();
    document.removeEventListener('keydown', this.documentKey);
    this.toolbar?.dispose();
    this.content?.dispose();
    this.stage?.dispose();
    this.root.remove();
  }

  // ---- what is shown ------------------------------------------------------------------------------------------------------------

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
        // The tokens change with an attribute of the page, which another listener may set after this one.
        queueMicrotask(() => this.stage?.theme(theme));
      }),
    );
  }

  // Once for all that changes together.
  private rebuild(): void {
    if (this.waiting) return;
    this.waiting = true;
    this.ready = Promise.resolve().then(async () => {
      this.waiting = false;
      const {scene, run, overlays} = this.state;
      const shown = {
        scene: scene.value,
        run: run.value?.scene === scene.value ? run.value : null,
        overlays: overlays.value,
      };
      this.shown = shown;
      if (!shown.scene) {
        this.content?.dispose();
        this.content = null;
        this.stage?.invalidate();
        return;
      }
      const changed = () => this.stage?.invalidate();
      const content = await Content.load(this.state, shown.scene, shown.run, changed).catch((trouble: Error) => {
        this.state.tell(`The mechanism cannot be drawn: ${trouble.message}`, 'error');
        return null;
      });
      if (!content) return;
      if (this.shown === shown) this.take(content);
      else return content.dispose();
      for (const [i, ghost] of shown.overlays.entries())
        if (ghost.info.id !== shown.run?.info.id)
          await content
            .addGhost(this.state, ghost, ghostColors[i % ghostColors.length]!, changed)
            .catch((trouble: Error) => {
              this.state.tell(`${ghost.info.name} cannot be drawn: ${trouble.message}`, 'error');
            });
      changed();
    });
  }

  private take(content: Content): void {
    const before = this.content?.scene;
    const {scene} = content;
    this.content?.dispose();
    this.content = content;
    const stage = this.stage!;
    stage.world.add(content.root);
    content.theme(this.state.theme.value);
    const missing = content.motion?.missing ?? [];
    if (missing.length > 0) {
      const names =
        missing.length > 4 ? `${missing.slice(0, 3).join(', ')} and ${missing.length - 3} others` : missing.join(', ');
      this.state.tell(`Not recorded, shown in the design position: ${names}.`);
    }
    const key = `traces:${scene.name}`;
    for (const ref of this.traced.get(key) ?? this.state.remembered<ElementRef[]>(key) ?? []) content.traces?.add(ref);
    this.applyChoices();
    this.showSelection();
    if (before?.name === scene.name && before.dimension === scene.dimension) return;
    this.toolbar?.setDimension(scene.dimension);
    stage.up(upAxis(scene));
    stage.rig.setScene(scene);
    this.setParallel(scene.dimension === 2);
    this.view(scene.dimension === 2 ? 'plane' : 'iso');
  }

  private applyChoices(): void {
    const {content, choices} = this;
    if (!content) return;
    for (const [layer, on] of Object.entries(choices.layers)) content.drawing.show(layer as Layer, on);
    if (content.arrows) {
      content.arrows.mode = choices.arrows;
      content.arrows.factor = choices.arrowFactor;
      content.arrows.weights = choices.weights;
    }
    this.showTraces();
    this.stage?.invalidate();
  }

  private showTraces(): void {
    this.toolbar?.showTraces(this.content?.traces?.refs ?? [], this.state.selection.value);
  }

  private showSelection(): void {
    const drawing = this.content?.drawing;
    drawing?.highlight(new Set(this.state.highlight.value));
    drawing?.select(this.state.selection.value);
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
    this.content?.place(this.now());
    if (this.pointer) this.hoverAt(this.pointer.x, this.pointer.y);
    this.pointer = null;
  }

  // ---- pointer and keys ---------------------------------------------------------------------------------------------------------

  private addControls(stage: Stage): void {
    this.toolbar = new ViewToolbar(this.choices, {
      view: (view) => this.view(view),
      fit: () => this.fit(),
      toggleParallel: () => {
        stage.rig.setParallel(!stage.rig.isParallel);
        return stage.rig.isParallel;
      },
      choose: (choices) => this.choose(choices),
      trace: (ref, on) => this.trace(ref, on),
      picture: () => this.savePicture(),
    });
    this.root.append(this.toolbar.root, this.tip);
    const {canvas} = stage;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute(
      'aria-label',
      'Mechanism in 3-D. Arrow keys turn it, with shift they shift it, plus and minus zoom, F fits.',
    );
    // A click leaves the keys to the player; the canvas is focused by the tab key.
    canvas.addEventListener('mousedown', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => {
      this.pressed = {x: event.clientX, y: event.clientY};
      this.hover(null);
    });
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons !== 0) return;
      this.pointer = {x: event.clientX, y: event.clientY};
      stage.invalidate();
    });
    canvas.addEventListener('pointerleave', () => this.hover(null));
    canvas.addEventListener('dblclick', (event) => {
      if (!this.pick(event.clientX, event.clientY)) this.fit();
    });
    canvas.addEventListener('keydown', (event) => this.canvasKey(event));
    document.addEventListener('keydown', this.documentKey);
  }

  private release(event: PointerEvent): void {
    const from = this.pressed;
    this.pressed = null;
    if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > still) return;
    this.state.selection.value = this.pick(event.clientX, event.clientY);
  }

  private pick(x: number, y: number): ElementRef | null {
    const {stage, content} = this;
    if (!stage || !content) return null;
    const box = stage.canvas.getBoundingClientRect();
    const across = (2 * (x - box.left)) / box.width - 1;
    const upward = 1 - (2 * (y - box.top)) / box.height;
    const {size} = content.scene;
    return this.picker.at(across, upward, stage.rig.camera, content.drawing.pickables, 0.05 * size, 0.01 * size);
  }

  private hoverAt(x: number, y: number): void {
    const ref = this.pick(x, y);
    this.hover(ref);
    const box = this.root.getBoundingClientRect();
    const left = Math.min(x - box.left + 14, box.width - this.tip.offsetWidth - 4);
    this.tip.style.transform = `translate(${left}px, ${y - box.top + 14}px)`;
  }

  private hover(ref: ElementRef | null): void {
    this.tip.hidden = ref === null;
    if (this.stage) this.stage.canvas.style.cursor = ref ? 'pointer' : '';
    if (ref?.name === this.hovered?.name && ref?.section === this.hovered?.section) return;
    this.hovered = ref;
    if (ref) this.tip.textContent = wordsOf(ref);
    this.content?.drawing.hover(ref);
    this.stage?.invalidate();
  }

  private canvasKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rig = this.stage!.rig;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-0.05, 0],
      ArrowRight: [0.05, 0],
      ArrowUp: [0, -0.05],
      ArrowDown: [0, 0.05],
    };
    const step = steps[event.key];
    if (step) event.shiftKey ? rig.shift(...step) : rig.turn(...step);
    else if (event.key === '+' || event.key === '=') rig.zoom(1.1);
    else if (event.key === '-') rig.zoom(1 / 1.1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private documentKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'Escape') this.state.selection.value = null;
    else if (event.key === 'f' || event.key === 'F') this.fit();
  };

  private savePicture(): void {
    this.picture()?.toBlob((blob) => {
      if (blob) download(`${this.content?.scene.name ?? 'mechanism'}.png`.replace(/[^\w.-]+/g, '_'), blob);
      else this.state.tell('The browser could not make a picture of the view.', 'error');
    }, 'image/png');
  }
}

/** True where keys belong to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
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
  };
}
