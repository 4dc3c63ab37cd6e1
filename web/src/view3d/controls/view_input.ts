// Pointer and keys of the 3-D view: what is under the pointer, clicks, keys that move the camera.

import type * as THREE from 'three';
import type {ElementRef} from '../../data/types.ts';
import {h} from '../../parts/dom.ts';
import type {Drawing} from '../drawing/drawing_types.ts';
import {ElementFinder, wordsOf} from './picking.ts';
import type {Stage} from './stage.ts';

/** A press that moves less than this many pixels is a click. */
const still = 4;

export interface InputTarget {
  drawing(): Drawing | null;
  /** Of the scene. */
  size(): number;
  /** `hit`: where it was clicked, in space. */
  select(ref: ElementRef | null, hit: THREE.Vector3): void;
  /** Hides the selection. */
  hide(): void;
  fit(): void;
}

export class ViewInput {
  private tip = h('div', {class: 'view3d-tip', hidden: true});
  private finder = new ElementFinder();
  private pressed: {x: number; y: number} | null = null;
  private pointer: {x: number; y: number} | null = null;
  private hovered: ElementRef | null = null;

  constructor(
    private root: HTMLElement,
    private stage: Stage,
    private target: InputTarget,
  ) {
    root.append(this.tip);
    const {canvas} = stage;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute(
      'aria-label',
      'Mechanism in 3-D. Arrow keys turn it, with shift they shift it, plus and minus zoom, F fits.',
    );
    // A click leaves the keys to the player; the canvas is focused by the tab key.
    canvas.addEventListener('mousedown', (event) => {
      event.preventDefault();
      (document.activeElement as HTMLElement | null)?.blur();
    });
    canvas.addEventListener('pointerdown', (event) => {
      this.pressed = {x: event.clientX, y: event.clientY};
      this.show(null);
    });
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons !== 0 || event.pointerType === 'touch') return;
      this.pointer = {x: event.clientX, y: event.clientY};
      stage.invalidate();
    });
    canvas.addEventListener('pointerleave', () => this.show(null));
    canvas.addEventListener('dblclick', (event) => {
      if (!this.pick(event.clientX, event.clientY)) target.fit();
    });
    canvas.addEventListener('keydown', (event) => this.canvasKey(event));
    document.addEventListener('keydown', this.documentKey);
  }

  dispose(): void {
    document.removeEventListener('keydown', this.documentKey);
    this.tip.remove();
  }

  /** Once for each picture, where the pointer has moved. */
  hover(): void {
    if (!this.pointer) return;
    const {x, y} = this.pointer;
    this.pointer = null;
    this.show(this.pick(x, y));
    const box = this.root.getBoundingClientRect();
    const left = Math.min(x - box.left + 14, box.width - this.tip.offsetWidth - 4);
    this.tip.style.transform = `translate(${left}px, ${y - box.top + 14}px)`;
  }

  private show(ref: ElementRef | null): void {
    if (ref?.name === this.hovered?.name && ref?.section === this.hovered?.section) return;
    this.hovered = ref;
    this.tip.hidden = ref === null;
    this.stage.canvas.style.cursor = ref ? 'pointer' : '';
    if (ref) this.tip.textContent = wordsOf(ref);
    this.target.drawing()?.hover(ref);
    this.stage.invalidate();
  }

  private release(event: PointerEvent): void {
    const from = this.pressed;
    this.pressed = null;
    if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > still) return;
    this.target.select(this.pick(event.clientX, event.clientY), this.finder.hit);
  }

  private pick(x: number, y: number): ElementRef | null {
    const drawing = this.target.drawing();
    if (!drawing) return null;
    const box = this.stage.canvas.getBoundingClientRect();
    const across = (2 * (x - box.left)) / box.width - 1;
    const upward = 1 - (2 * (y - box.top)) / box.height;
    const size = this.target.size();
    return this.finder.at(across, upward, this.stage.rig.camera, drawing.pickables, 0.05 * size, 0.01 * size);
  }

  private canvasKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const {rig} = this.stage;
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
    if (event.key === 'Escape') this.target.select(null, this.finder.hit);
    else if (event.key === 'h' || event.key === 'H') this.target.hide();
    else if (event.key === 'f' || event.key === 'F') this.target.fit();
  };
}

/** True where keys belong to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
