// What the mouse, a finger and the keyboard ask of a plot. Places are from 0 (left, top) to 1 (right, bottom).

export interface Gestures {
  /** Click or drag: this place is the time. */
  pick(x: number, y: number): void;
  /** Over a place without button; null: gone. */
  hover(x: number | null): void;
  /** Shift and drag: the stretch so far, and at the end. */
  choosing(from: number, to: number): void;
  chosen(from: number, to: number): void;
  /** Right or middle button: moved by a part of the width since the last call. */
  pan(by: number): void;
  /** The view becomes `factor` times as wide about a place. */
  zoom(factor: number, about: number): void;
  reset(): void;
  /** One row on or back, by arrow keys; -Infinity, Infinity: first and last. */
  step(rows: number): void;
}

export function listenTo(area: HTMLElement, gestures: Gestures): () => void {
  let drag: {kind: 'pick' | 'choose' | 'pan'; from: number; last: number} | null = null;
  const place = (event: MouseEvent) => {
    const box = area.getBoundingClientRect();
    const inside = (value: number) => Math.min(1, Math.max(0, value));
    return {x: inside((event.clientX - box.left) / box.width), y: inside((event.clientY - box.top) / box.height)};
  };
  const part = (event: MouseEvent) => {
    const box = area.getBoundingClientRect();
    return (event.clientX - box.left) / box.width;
  };
  let scrolled = Number.NEGATIVE_INFINITY;
  const scroll = () => {
    scrolled = performance.now();
  };
  document.addEventListener('scroll', scroll, true);
  const listeners: Partial<Record<keyof HTMLElementEventMap, (event: never) => void>> = {
    pointerdown: (event: PointerEvent) => {
      const at = place(event);
      const kind = event.button === 1 || event.button === 2 ? 'pan' : event.shiftKey ? 'choose' : 'pick';
      drag = {kind, from: at.x, last: part(event)};
      area.setPointerCapture(event.pointerId);
      if (event.button === 1) event.preventDefault();
      if (kind === 'pick') gestures.pick(at.x, at.y);
    },
    pointermove: (event: PointerEvent) => {
      const at = place(event);
      if (!drag) gestures.hover(at.x);
      else if (drag.kind === 'pick') gestures.pick(at.x, at.y);
      else if (drag.kind === 'choose') gestures.choosing(drag.from, at.x);
      else gestures.pan(drag.last - part(event));
      if (drag) drag.last = part(event);
    },
    pointerup: (event: PointerEvent) => {
      if (drag?.kind === 'choose') gestures.chosen(drag.from, place(event).x);
      drag = null;
    },
    pointercancel: () => {
      if (drag?.kind === 'choose') gestures.choosing(0, 0);
      drag = null;
    },
    pointerleave: () => gestures.hover(null),
    contextmenu: (event: MouseEvent) => event.preventDefault(),
    dblclick: () => gestures.reset(),
    wheel: (event: WheelEvent) => {
      // Who scrolls through the panes does not mean to zoom the one that comes under the mouse.
      if (performance.now() - scrolled < 300) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 30 : 1;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) gestures.pan((lines * event.deltaX) / area.clientWidth);
      else gestures.zoom(Math.exp(Math.min(300, Math.max(-300, lines * event.deltaY)) * 0.002), place(event).x);
    },
    keydown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const stride = event.shiftKey ? 10 : 1;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => gestures.step(-stride),
        ArrowRight: () => gestures.step(stride),
        Home: () => gestures.step(Number.NEGATIVE_INFINITY),
        End: () => gestures.step(Number.POSITIVE_INFINITY),
        '+': () => gestures.zoom(0.5, 0.5),
        '=': () => gestures.zoom(0.5, 0.5),
        '-': () => gestures.zoom(2, 0.5),
        '0': () => gestures.reset(),
      };
      const act = keys[event.key];
      if (!act) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    },
  };
  for (const [kind, listener] of Object.entries(listeners)) {
    area.addEventListener(kind, listener as EventListener, kind === 'wheel' ? {passive: false} : {});
  }
  return () => {
    document.removeEventListener('scroll', scroll, true);
    for (const [kind, listener] of Object.entries(listeners)) area.removeEventListener(kind, listener as EventListener);
  };
}
