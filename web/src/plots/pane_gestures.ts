// What gestures on a pane's drawings do: they set the time, and the zoom that it shares with others.
import type {Chart} from './chart.ts';
import type {Gestures} from './gestures.ts';
import type {AxisView, Span} from './picture.ts';
import {nearestRow} from './sampling.ts';
import {between, panned, zoomed} from './zoom.ts';

/** The pane as gestures see it. */
export interface Touched {
  /** null: x has nothing to do with the time. */
  readonly now: number | null;
  /** Whether x is another column, so that a point stands for a time and not a value of x. */
  readonly xy: boolean;
  /** Values of the axis column of the run. */
  readonly axisRows: Float64Array;
  setTime(value: number): void;
  hover(x: number | null): void;
  setZoom(change: (view: AxisView, whole: Span) => Span | null | undefined): void;
  reset(): void;
}

export function paneGestures(pane: Touched, chart: () => Chart): Gestures {
  return {
    pick: (x, y) => {
      if (pane.now === null) return;
      const value = pane.xy ? chart().parameterAt(x, y) : chart().valueAt(x);
      const rows = pane.axisRows;
      const ends = [rows[0] ?? 0, rows[rows.length - 1] ?? 0];
      if (value !== null) pane.setTime(Math.min(Math.max(...ends), Math.max(Math.min(...ends), value)));
    },
    hover: (x) => pane.hover(x === null || pane.xy ? null : chart().valueAt(x)),
    choosing: (from, to) => chart().choose(from, to),
    chosen: (from, to) => {
      chart().choose(0, 0);
      if (Math.abs(to - from) > 0.01) pane.setZoom((view, whole) => between(view, whole, from, to));
    },
    pan: (by) => pane.setZoom((view, whole) => panned(view, whole, by)),
    zoom: (factor, about) => pane.setZoom((view, whole) => zoomed(view, whole, factor, about)),
    reset: () => pane.reset(),
    step: (by) => {
      const rows = pane.axisRows;
      if (pane.now === null || rows.length === 0) return;
      pane.setTime(rows[Math.max(0, Math.min(rows.length - 1, nearestRow(rows, pane.now) + by))]!);
    },
  };
}
