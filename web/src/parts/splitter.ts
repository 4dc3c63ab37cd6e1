// A bar between two parts that is dragged, or moved by arrow keys; the size goes to a CSS variable of the layout.

import {keep, kept, within} from '../memory.ts';
import type {PageState} from '../state.ts';
import {h} from './dom.ts';

export interface SplitterOptions {
  /** Key of the memory. */
  key: string;
  label: string;
  variable: string;
  /** x: the size is a width. */
  axis: 'x' | 'y';
  /** -1: the part lies behind the bar, so that it grows when the bar moves back. */
  sign: 1 | -1;
  start: number;
  least: number;
  /** At most this part of the layout. */
  most: number;
}

export function splitter(layout: HTMLElement, state: PageState, options: SplitterOptions): HTMLElement {
  const {key, variable, axis, sign, least} = options;
  // What was wished; a small window takes of it, and a large one gives it back.
  let wished = kept(state, key, within(least, 5000)) ?? options.start;
  let size = wished;
  const whole = () => (axis === 'x' ? layout.clientWidth : layout.clientHeight) || 1e4;
  const apply = (next: number, remember: boolean) => {
    wished = next;
    size = Math.round(Math.max(least, Math.min(next, options.most * whole())));
    layout.style.setProperty(variable, `${size}px`);
    bar.setAttribute('aria-valuenow', String(size));
    bar.setAttribute('aria-valuemax', String(Math.round(options.most * whole())));
    if (remember) {
      wished = size;
      keep(state, key, size);
    }
  };
  const bar = h('div', {
    class: `splitter ${axis}`,
    role: 'separator',
    tabindex: 0,
    'aria-label': options.label,
    'aria-orientation': axis === 'x' ? 'vertical' : 'horizontal',
    'aria-valuemin': least,
    ondblclick: () => apply(options.start, true),
    onkeydown: (event) => {
      const step = {
        ArrowLeft: axis === 'x' ? -1 : 0,
        ArrowRight: axis === 'x' ? 1 : 0,
        ArrowUp: axis === 'y' ? -1 : 0,
        ArrowDown: axis === 'y' ? 1 : 0,
      }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      apply(size + sign * step * (event.shiftKey ? 64 : 16), true);
    },
    onpointerdown: (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      bar.setPointerCapture(event.pointerId);
      const from = axis === 'x' ? event.clientX : event.clientY;
      const before = size;
      const move = (now: PointerEvent) =>
        apply(before + sign * ((axis === 'x' ? now.clientX : now.clientY) - from), false);
      const end = () => {
        bar.removeEventListener('pointermove', move);
        wished = size;
        keep(state, key, size);
      };
      bar.addEventListener('pointermove', move);
      bar.addEventListener('lostpointercapture', end, {once: true});
    },
  });
  apply(wished, false);
  new ResizeObserver(() => apply(wished, false)).observe(layout);
  return bar;
}
