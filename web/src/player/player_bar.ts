// The bar below the view: play, step, timeline with the events, speed, time; of a modes run the mode and its amplitude.

import {fill, h, icon, iconButton} from '../parts/dom.ts';
import type {Stop} from '../signal.ts';
import type {LoadedRun, PageState} from '../state.ts';
import {isTyping} from '../view3d/controls/view_input.ts';
import {loadModes, type Mode, modeWords} from '../view3d/motion/modes.ts';
import type {Repeat} from './clock.ts';
import {type Player, speeds} from './player.ts';
import './player.css';

/** Steps of the timeline. */
const fine = 10000;
/** More events are not marked. */
const mostTicks = 500;

const repeatWords: Record<Repeat, string> = {once: 'Once', loop: 'Loop', bounce: 'To and fro'};

export class PlayerBar {
  readonly root: HTMLElement;
  private playButton: HTMLButtonElement;
  private slider: HTMLInputElement;
  private ticks = h('div', {class: 'player-ticks', 'aria-hidden': 'true'});
  private readout = h('output', {class: 'player-time mono', 'aria-live': 'off'});
  private speedSelect: HTMLSelectElement;
  private repeatSelect: HTMLSelectElement;
  private modeSelect: HTMLSelectElement;
  private amplitude: HTMLInputElement;
  private modeBox: HTMLElement;
  private modes: Mode[] = [];
  private wasPlaying = false;
  /** The pointer was used last, and not the keys that move the focus. */
  private pointed = false;
  private stops: Stop[] = [];

  constructor(
    host: HTMLElement,
    private state: PageState,
    private player: Player,
  ) {
    this.playButton = iconButton('play', 'Play (space)', () => player.toggle());
    this.slider = this.timeline();
    this.speedSelect = h(
      'select',
      {'aria-label': 'Speed', title: 'Speed (+ and −)', onchange: () => this.setSpeed()},
      speeds.map((each) => h('option', {value: String(each)}, `${each}×`)),
    );
    this.repeatSelect = h(
      'select',
      {
        'aria-label': 'Repeat',
        title: 'Repeat (L)',
        onchange: () => {
          player.repeat.value = this.repeatSelect.value as Repeat;
        },
      },
      Object.entries(repeatWords).map(([value, words]) => h('option', {value}, words)),
    );
    this.modeSelect = h('select', {'aria-label': 'Mode', class: 'player-mode', onchange: () => this.chooseMode()});
    this.amplitude = h('input', {
      type: 'range',
      min: 0,
      max: 3,
      step: 0.05,
      value: '1',
      'aria-label': 'Amplitude of the mode',
      title: 'Amplitude: only its size for the eye, a mode has none of its own',
      oninput: () => {
        player.amplitude.value = Number(this.amplitude.value);
      },
    });
    this.modeBox = h(
      'div',
      {class: 'player-modes', hidden: true},
      h('label', {}, 'Mode', this.modeSelect),
      h('label', {}, 'Amplitude', this.amplitude),
    );
    this.root = h(
      'div',
      {class: 'player', role: 'group', 'aria-label': 'Player'},
      this.modeBox,
      h(
        'div',
        {class: 'player-row'},
        iconButton('start', 'To the start (Home)', () => player.home()),
        iconButton('stepBack', 'One row back (left arrow)', () => player.step(-1)),
        this.playButton,
        iconButton('stepForward', 'One row on (right arrow)', () => player.step(1)),
        iconButton('end', 'To the end (End)', () => player.end()),
        h('div', {class: 'player-line'}, this.slider, this.ticks),
        this.readout,
        this.speedSelect,
        this.repeatSelect,
      ),
    );
    host.append(this.root);
    this.follow();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    document.removeEventListener('keydown', this.key);
    document.removeEventListener('pointerdown', this.point, true);
    document.removeEventListener('keyup', this.letGo, true);
    this.root.remove();
  }

  private timeline(): HTMLInputElement {
    const {player} = this;
    const slider = h('input', {
      type: 'range',
      class: 'player-slider',
      min: 0,
      max: fine,
      step: 1,
      value: '0',
      'aria-label': 'Time',
      oninput: () => {
        const [from, to] = this.ends();
        player.seek(from + ((to - from) * Number(slider.value)) / fine);
      },
      // While it is held nothing plays.
      onpointerdown: () => {
        this.wasPlaying = player.playing.value;
        player.playing.value = false;
      },
      onpointerup: () => {
        if (this.wasPlaying) player.playing.value = true;
        this.wasPlaying = false;
      },
      onkeydown: (event) => this.key(event, true),
    });
    return slider;
  }

  private follow(): void {
    const {state, player} = this;
    this.stops.push(
      state.run.follow((run) => this.load(run)),
      state.time.listen(() => this.showTime()),
      player.phase.listen(() => this.showTime()),
      player.range.listen(() => this.showRange()),
      player.mode.listen(() => this.showRange()),
      player.playing.follow((on) => {
        fill(this.playButton, icon(on ? 'pause' : 'play'));
        const label = on ? 'Pause (space)' : 'Play (space)';
        this.playButton.setAttribute('aria-label', label);
        this.playButton.title = label;
      }),
      player.speed.follow((speed) => {
        this.speedSelect.value = String(speed);
      }),
      player.repeat.follow((repeat) => {
        this.repeatSelect.value = repeat;
      }),
    );
    document.addEventListener('keydown', this.key);
    document.addEventListener('pointerdown', this.point, true);
    // A button is pressed when the space bar is let go.
    document.addEventListener('keyup', this.letGo, true);
    this.showRange();
  }

  private async load(run: LoadedRun | null): Promise<void> {
    this.modes = [];
    this.modeBox.hidden = true;
    if (!run) return;
    let modes: Mode[] = [];
    try {
      modes = await loadModes(this.state, run);
    } catch (trouble) {
      this.state.tell(`The modes of ${run.info.name} could not be read: ${(trouble as Error).message}`, 'error');
    }
    if (this.state.run.value !== run || modes.length === 0) return;
    this.modes = modes;
    this.modeBox.hidden = false;
    fill(
      this.modeSelect,
      h('option', {value: '0'}, 'None: the run itself'),
      modes.map((mode) => h('option', {value: String(mode.number)}, `${mode.number}: ${modeWords(mode)}`)),
    );
    // What cannot be played otherwise swings at once.
    this.modeSelect.value = run.detail.rows < 2 ? '1' : '0';
    this.chooseMode();
  }

  private chooseMode(): void {
    this.player.mode.value = this.modes[Number(this.modeSelect.value) - 1] ?? null;
    this.player.phase.value = 0;
  }

  private setSpeed(): void {
    this.player.speed.value = Number(this.speedSelect.value);
  }

  private ends(): readonly [number, number] {
    return this.player.mode.value ? [0, 1] : this.player.range.value;
  }

  private showRange(): void {
    const {player, state} = this;
    const run = state.run.value;
    const [from, to] = this.ends();
    const still = !player.canPlay;
    for (const each of [this.playButton, this.slider]) each.disabled = still;
    this.slider.setAttribute(
      'aria-label',
      player.mode.value ? 'Phase' : !run || run.detail.axis === 't' ? 'Time' : run.detail.axis,
    );
    const events = player.mode.value || run?.detail.axis !== 't' ? [] : (run?.summary?.events ?? []);
    fill(
      this.ticks,
      events
        .filter((each) => each.t >= from && each.t <= to && to > from)
        .slice(0, mostTicks)
        .map((each) => h('i', {style: `left: ${(100 * (each.t - from)) / (to - from)}%`, title: each.name})),
    );
    this.showTime();
  }

  private showTime(): void {
    const {player, state} = this;
    const [from, to] = this.ends();
    const value = player.mode.value ? player.phase.value : state.time.value;
    this.slider.value = String(to > from ? Math.round((fine * (value - from)) / (to - from)) : 0);
    const words = player.mode.value ? `${Math.round(360 * value)}°` : timeWords(value, from, to, player.unit);
    if (this.readout.textContent === words) return;
    this.readout.textContent = words;
    this.slider.setAttribute('aria-valuetext', words);
  }

  private point = (): void => {
    this.pointed = true;
  };

  /** What was clicked has the focus, but who clicks does not mean to press it again by the space bar. */
  private clicked(target: EventTarget | null): boolean {
    return (
      this.pointed &&
      target instanceof HTMLElement &&
      target.closest('dialog, [role=menu], [popover]') === null &&
      target.matches('button, summary, select, input[type=checkbox], input[type=range]')
    );
  }

  private letGo = (event: KeyboardEvent): void => {
    if (event.key === ' ' && this.clicked(event.target)) event.preventDefault();
  };

  private key = (event: KeyboardEvent, own = false): void => {
    if (event.key === 'Tab' || event.key.startsWith('Arrow')) this.pointed = false;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && this.clicked(event.target)) {
      this.player.toggle();
      event.preventDefault();
      return;
    }
    if (own !== true && isTyping(event.target)) return;
    const {player} = this;
    const onButton = event.target instanceof HTMLButtonElement || (event.target as Element)?.tagName === 'SUMMARY';
    const rows = event.shiftKey ? 10 : 1;
    const repeats: Repeat[] = ['once', 'loop', 'bounce'];
    switch (event.key) {
      case ' ':
        if (onButton) return;
        player.toggle();
        break;
      case 'ArrowLeft':
        player.step(-rows);
        break;
      case 'ArrowRight':
        player.step(rows);
        break;
      case 'Home':
        player.home();
        break;
      case 'End':
        player.end();
        break;
      case 'l':
      case 'L':
        player.repeat.value = repeats[(repeats.indexOf(player.repeat.value) + 1) % 3]!;
        break;
      case '+':
      case '=':
        player.faster(1);
        break;
      case '-':
        player.faster(-1);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
}

/** As many digits as tell a thousandth of the range, always as wide. */
export function timeWords(value: number, from: number, to: number, unit: string): string {
  const span = to - from;
  const digits = span > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(span)), 0), 9) : 3;
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`;
}
