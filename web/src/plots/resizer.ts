// The edge below a pane that changes its height, by mouse or arrow keys.
import {make} from './elements.ts';
import {highest, lowest, type PaneLayout} from './layout.ts';

export function resizer(layout: PaneLayout, resized: () => void, done: () => void): HTMLElement {
  const handle = make('div', {
    class: 'plot-resize',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'horizontal',
    'aria-label': 'Height of this plot',
    'aria-valuemin': lowest,
    'aria-valuemax': highest,
    'aria-valuenow': layout.height,
  });
  const set = (height: number) => {
    layout.height = Math.round(Math.min(highest, Math.max(lowest, height)));
    handle.setAttribute('aria-valuenow', String(layout.height));
    resized();
  };
  let from: {y: number; height: number} | null = null;
  handle.addEventListener('pointerdown', (event) => {
    from = {y: event.clientY, height: layout.height};
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', (event) => {
    if (from) set(from.height + event.clientY - from.y);
  });
  const end = () => {
    if (from) done();
    from = null;
  };
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
  handle.addEventListener('keydown', (event) => {
    const by = {ArrowDown: 20, ArrowUp: -20}[event.key];
    if (by === undefined) return;
    set(layout.height + by);
    done();
    event.preventDefault();
    event.stopPropagation();
  });
  return handle;
}
