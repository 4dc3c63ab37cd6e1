// Plays a run: moves state.time from row to row of the axis at the pace of real time, or the phase of a mode.

import {factorOf} from '../data/si.ts';
import {liveId} from '../data/source.ts';
import {Signal} from '../signal.ts';
import type {LoadedRun, PageState} from '../state.ts';
import type {Mode} from '../view3d/motion/modes.ts';
import {loadSamples, Rows} from '../view3d/motion/samples.ts';
import {Clock, type Repeat} from './clock.ts';

export const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Seconds that a sweep over a parameter takes at speed 1, and one cycle of a mode. */
const sweepSeconds = 5;
const cycleSeconds = 2;
/** Longer steps are not caught up: the page was hidden. */
const longestStep = 0.25;

export class Player {
  readonly playing = new Signal(false);
  readonly speed = new Signal(1);
  readonly repeat = new Signal<Repeat>('loop');
  /** First and last value of the axis. */
  readonly range = new Signal<readonly [number, number]>([0, 0]);
  /** The mode on show; null: the run itself. */
  readonly mode = new Signal<Mode | null>(null);
  /** Of the mode, in cycles: 0 to 1. */
  readonly phase = new Signal(0);
  /** Of the automatic amplitude. */
  readonly amplitude = new Signal(1);

  /** Settles when the times of the run are known. */
  ready: Promise<void> = Promise.resolve();
  private rows = new Rows(new Float64Array(0));
  private clock = new Clock();
  private last = 0;
  private request = 0;
  private shown = '';

  constructor(readonly state: PageState) {
    const repeat = state.remembered<Repeat>('player.repeat');
    if (repeat === 'once' || repeat === 'loop' || repeat === 'bounce') this.repeat.value = repeat;
    state.run.follow((run) => {
      this.ready = this.load(run);
    });
    this.playing.listen((on) => {
      cancelAnimationFrame(this.request);
      if (!on) return;
      this.last = 0;
      this.request = requestAnimationFrame(this.tick);
    });
    this.repeat.listen((value) => state.source.remember('player.repeat', value));
    this.mode.listen(() => {
      this.clock.direction = 1;
    });
  }

  /** True where there is something to play. */
  get canPlay(): boolean {
    return this.mode.value !== null || this.rows.count > 1;
  }
  get rowCount(): number {
    return this.rows.count;
  }
  /** Unit of the axis. */
  get unit(): string {
    const run = this.state.run.value;
    return run ? run.table.unit(run.table.axis) : '';
  }

  toggle(): void {
    if (this.playing.value) this.playing.value = false;
    else if (this.canPlay) {
      const [from, to] = this.range.value;
      // Played to the end once: again from the start.
      if (!this.mode.value && this.repeat.value === 'once' && this.state.time.value >= to) this.seek(from);
      this.playing.value = true;
    }
  }

  seek(value: number): void {
    const [from, to] = this.range.value;
    if (this.mode.value) this.phase.value = Math.min(Math.max(value, 0), 1);
    else this.state.time.value = Math.min(Math.max(value, from), to);
  }

  /** Moves by rows of the results; of a mode by steps of 1/48 of a cycle. */
  step(rows: number): void {
    this.playing.value = false;
    if (this.mode.value) {
      const phase = this.phase.value + rows / 48;
      this.phase.value = phase - Math.floor(phase);
      return;
    }
    if (this.rows.count === 0) return;
    this.rows.find(this.state.time.value);
    const {row, fraction} = this.rows;
    // Between two rows one step leads to the next on that side.
    const between = fraction > 1e-9 && fraction < 1 - 1e-9;
    const here = fraction >= 1 - 1e-9 ? Math.min(row + 1, this.rows.count - 1) : row;
    const {values} = this.rows;
    const last = values.length - 1;
    let target = Math.min(Math.max(here + rows + (between && rows < 0 ? 1 : 0), 0), last);
    // Rows of the same time (before and after an event) are one place.
    while (target > 0 && target < last && values[target] === this.state.time.value) target += Math.sign(rows);
    this.state.time.value = values[target]!;
  }

  home(): void {
    this.seek(this.mode.value ? 0 : this.range.value[0]);
  }
  end(): void {
    this.seek(this.mode.value ? 1 : this.range.value[1]);
  }

  /** The next speed of the list. */
  faster(by: 1 | -1): void {
    const at = speeds.findIndex((each) => each >= this.speed.value * (1 - 1e-9));
    this.speed.value = speeds[Math.min(Math.max((at < 0 ? speeds.length - 1 : at) + by, 0), speeds.length - 1)]!;
  }

  private async load(run: LoadedRun | null): Promise<void> {
    // More rows of the run that is on show do not disturb who looks at it.
    // Nor does a model that is changed by hand.
    const same = run !== null && (run.info.id === this.shown || (run.info.id === liveId && run.before === this.shown));
    this.shown = run?.info.id ?? '';
    if (!same) {
      this.playing.value = false;
      this.mode.value = null;
    }
    let values = new Float64Array(0);
    try {
      if (run) values = (await loadSamples(this.state.source, run.detail, [])).rows.values as typeof values;
    } catch (trouble) {
      this.state.tell(`The times of ${run?.info.name} could not be read: ${(trouble as Error).message}`, 'error');
    }
    if (this.state.run.value !== run) return;
    this.rows = new Rows(values);
    const from = values[0] ?? 0;
    const to = values[values.length - 1] ?? from;
    this.clock.pace = paceOf(run, to - from);
    if (!same) this.speed.value = naturalSpeed((to - from) / this.clock.pace);
    this.range.value = [from, to];
    this.state.time.value = Math.min(Math.max(this.state.time.value, from), to);
  }

  private tick = (now: number): void => {
    if (!this.playing.value) return;
    const seconds = this.last ? Math.min((now - this.last) / 1000, longestStep) : 0;
    this.last = now;
    const {clock, mode} = this;
    const [from, to] = mode.value ? [0, 1] : this.range.value;
    const pace = clock.pace;
    clock.from = from;
    clock.to = to;
    clock.pace = mode.value ? 1 / cycleSeconds : pace;
    clock.speed = mode.value ? Math.min(Math.max(this.speed.value, 0.05), 5) : this.speed.value;
    clock.repeat = mode.value ? 'loop' : this.repeat.value;
    clock.value = mode.value ? this.phase.value : this.state.time.value;
    const on = clock.advance(seconds);
    clock.pace = pace;
    if (mode.value) this.phase.value = clock.value;
    else this.state.time.value = clock.value;
    if (on) this.request = requestAnimationFrame(this.tick);
    else this.playing.value = false;
  };
}

/** Units of the axis in one second: of a time its unit, of a parameter the whole sweep in five seconds. */
export function paceOf(run: LoadedRun | null, span: number): number {
  if (!run) return 1;
  if (run.detail.axis !== 't') return span > 0 ? span / sweepSeconds : 1;
  return 1 / factorOf(run.scene?.units.time || run.table.unit('t') || 's');
}

/** Real time where that can be watched; what lasts less than a second is slowed down, what lasts more than two minutes is hastened. */
export function naturalSpeed(seconds: number): number {
  if (!(seconds > 0)) return 1;
  if (seconds < 1) return [...speeds].reverse().find((each) => seconds / each >= 2) ?? speeds[0]!;
  if (seconds > 120) return speeds.find((each) => seconds / each <= 60) ?? speeds[speeds.length - 1]!;
  return 1;
}
