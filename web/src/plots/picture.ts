// A plot before it is drawn: curves, axes and their ranges. The screen (chart.ts) and the SVG file (svg.ts) draw the same picture.
import {usualSize} from './sampling.ts';
import {logLabels, logTicks, tickLabels, ticks, valueText, withUnit} from './ticks.ts';

export interface Curve {
  column: string;
  /** The run it is of: "" the run on show, else the name of the overlay. */
  run: string;
  unit: string;
  x: Float64Array;
  y: Float64Array;
  /** Value of the axis column at each row, where x is another column. */
  parameter?: Float64Array;
  /** 0: left axis, 1: right axis. */
  side: 0 | 1;
  /** Number of its color, from 0. */
  color: number;
  dash: number[];
  shown: boolean;
  /** Of another variant of a sweep: its own color. */
  tint?: string;
}

export interface AxisView {
  label: string;
  log: boolean;
  min: number;
  max: number;
  /** Ticks are labeled by what they are above this: the values hardly differ. The label of the axis tells it. */
  base?: number;
}

export interface Picture {
  curves: Curve[];
  x: AxisView;
  /** One or two. */
  y: AxisView[];
  /** What is outside of the drawing because it is absurdly large, in words. */
  cut?: string[];
}

export interface Span {
  min: number;
  max: number;
}

export const colors = 8;
/** Curves differ by dashes too, for those who do not tell colors apart. */
const dashes = [[], [9, 4], [2, 3], [9, 3, 2, 3], [5, 3], [14, 4], [9, 3, 2, 3, 2, 3], [4, 2, 1, 2]];
/** With overlays dashes tell the runs apart: the run on show is solid. */
export function dashOf(column: number, overlay: number, overlays: number): number[] {
  if (overlays === 0) return dashes[column % dashes.length]!;
  return overlay < 0 ? [] : dashes[1 + (overlay % (dashes.length - 1))]!;
}

export function labelOf(curve: Curve): string {
  return curve.run === '' ? curve.column : `${curve.column} (${curve.run})`;
}

/** A round number among values that differ by less than a ten-thousandth; undefined: they differ enough. */
export function baseOf({min, max}: Span): number | undefined {
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (!(max > min) || size / (max - min) < 1e4) return undefined;
  const power = Math.ceil(Math.log10(max - min));
  return Number(((min + max) / 2).toFixed(Math.max(0, Math.min(15, -power))));
}

export function ticksOf(axis: AxisView, most: number): {values: number[]; labels: string[]} {
  const {base} = axis;
  if (base !== undefined && !axis.log) {
    const above = ticks(axis.min - base, axis.max - base, most);
    return {values: above.map((value) => base + value), labels: tickLabels(above)};
  }
  const values = axis.log ? logTicks(axis.min, axis.max, most) : ticks(axis.min, axis.max, most);
  return {values, labels: axis.log ? logLabels(values) : tickLabels(values)};
}

/** 0 at min, 1 at max; NaN where a logarithmic axis has no place for the value. */
export function placeOn(axis: AxisView): (value: number) => number {
  if (!axis.log) {
    const scale = 1 / (axis.max - axis.min);
    return (value) => (value - axis.min) * scale;
  }
  const low = Math.log10(axis.min);
  const scale = 1 / (Math.log10(axis.max) - low);
  return (value) => (value > 0 ? (Math.log10(value) - low) * scale : Number.NaN);
}

/** The value at a place: 0 is min, 1 is max. */
export function valueOn(axis: AxisView, place: number): number {
  if (!axis.log) return axis.min + place * (axis.max - axis.min);
  return axis.min * (axis.max / axis.min) ** place;
}

function widen(min: number, max: number, log: boolean): Span {
  if (log)
    return min > 0 && max > min
      ? {min: min * (min / max) ** 0.04, max: max * (max / min) ** 0.04}
      : {min: min / 2 || 0.1, max: max * 2 || 1};
  const size = Math.max(Math.abs(min), Math.abs(max));
  // A report has numbers of 24 bits: what differs in the last of them is rounding.
  const rounded = Math.fround(min) === min && Math.fround(max) === max;
  if (max - min <= (rounded ? 5e-7 : 1e-12) * size || max === min) {
    const half = size > 0 ? 0.1 * size : 1;
    return {min: (min + max) / 2 - half, max: (min + max) / 2 + half};
  }
  return {min: min - 0.05 * (max - min), max: max + 0.05 * (max - min)};
}

/** The whole of x; the same for all panes that share it. */
export function wholeX(curves: Curve[], log: boolean): Span | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const {x, shown} of curves) {
    if (!shown) continue;
    for (const value of x) {
      if (!Number.isFinite(value) || (log && value <= 0)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  if (min > max) return null;
  return min === max ? widen(min, max, log) : {min, max};
}

/** A million times as large as almost all rows: a division by nearly zero, which would make a flat line of the rest. */
const absurd = 1e6;

/** Of the rows in view, and where a line enters and leaves it. */
function rangeY(curves: Curve[], x: Span, log: boolean, cut: string[] | null): Span {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const take = (value: number) => {
    if (!Number.isFinite(value) || (log && value <= 0)) return;
    if (value < min) min = value;
    if (value > max) max = value;
  };
  for (const curve of curves) {
    const usual = log || !cut ? 0 : usualSize(curve.y);
    const most = usual > 0 ? absurd * usual : Number.POSITIVE_INFINITY;
    let beyond = 0;
    for (let i = 0; i < curve.x.length; ++i) {
      const at = curve.x[i]!;
      if (Math.abs(curve.y[i]!) > most) {
        if (at >= x.min && at <= x.max && Math.abs(curve.y[i]!) > Math.abs(beyond)) beyond = curve.y[i]!;
        continue;
      }
      if (at >= x.min && at <= x.max) take(curve.y[i]!);
      if (i === 0) continue;
      const before = curve.x[i - 1]!;
      if (Math.abs(curve.y[i - 1]!) > most) continue;
      for (const edge of [x.min, x.max]) {
        if ((before < edge && at > edge) || (before > edge && at < edge)) {
          take(curve.y[i - 1]! + ((edge - before) / (at - before)) * (curve.y[i]! - curve.y[i - 1]!));
        }
      }
    }
    if (beyond !== 0) cut?.push(`${labelOf(curve)} reaches ${valueText(beyond)}, outside of the drawing.`);
  }
  if (min > max) return log ? {min: 0.1, max: 1} : {min: 0, max: 1};
  // A logarithmic axis shows eight decades: below lies what rounding leaves.
  return widen(log ? Math.max(min, max * 1e-8) : min, max, log);
}

export interface PictureWish {
  xLabel: string;
  logX: boolean;
  logY: boolean;
  /** null: the whole. */
  zoom: Span | null;
  /** What y axes are called where there are many curves; "" = their unit alone. */
  quantity?: string;
  /** Show the largest peaks however large they are, as those of a spectrum are. */
  peaks?: boolean;
}

export function pictureOf(curves: Curve[], wish: PictureWish): Picture {
  const whole = wholeX(curves, wish.logX) ?? (wish.logX ? {min: 0.1, max: 1} : {min: 0, max: 1});
  const zoomed = wish.zoom && wish.zoom.max > wish.zoom.min && !(wish.logX && wish.zoom.min <= 0);
  const x = zoomed && wish.zoom ? wish.zoom : whole;
  const sides = curves.some((each) => each.side === 1) ? [0, 1] : [0];
  const cut: string[] = [];
  const y = sides.map((side) => {
    const own = curves.filter((each) => each.side === side);
    const shown = own.filter((each) => each.shown);
    const columns = [...new Set(own.map((each) => each.column))];
    const unit = own[0]?.unit ?? '';
    const named = withUnit(columns.join(', '), unit);
    // What does not fit beside the axis is in the legend.
    const label = columns.length <= 2 && named.length <= 26 ? named : withUnit(wish.quantity ?? '', unit).trim();
    const range = rangeY(shown, x, wish.logY, wish.peaks ? null : cut);
    const base = wish.logY ? undefined : baseOf(range);
    if (base === undefined) return {label, log: wish.logY, ...range};
    const above = `${withUnit('', unit)} above ${base}`.replace('-', '\u2212').trim();
    return {label: above, log: false, ...range, base};
  });
  return {curves, x: {label: wish.xLabel, log: wish.logX, min: x.min, max: x.max}, y, cut};
}

/**
 * The curve in pixels, as pieces x0, y0, x1, y1, ... between its gaps: of the points that fall on one pixel column in a row only the
 * first, lowest, highest and last are kept, which draws the same. Points far outside are dropped.
 */
export function polylines(
  curve: Curve,
  picture: Picture,
  left: number,
  top: number,
  width: number,
  height: number,
): number[][] {
  const placeX = placeOn(picture.x);
  const placeY = placeOn(picture.y[curve.side] ?? picture.y[0]!);
  const pieces: number[][] = [];
  let piece: number[] = [];
  const far = 20 * height; // a canvas draws nothing sensible beyond 1e9 pixels
  const bottom = top + height;
  let column = Number.NaN;
  let first = 0;
  let rows: {x: number; y: number}[] = [];
  const flush = () => {
    if (rows.length <= 4) {
      for (const each of rows) piece.push(each.x, each.y);
    } else {
      let low = 0;
      let high = 0;
      rows.forEach((each, i) => {
        if (each.y < rows[low]!.y) low = i;
        if (each.y > rows[high]!.y) high = i;
      });
      for (const i of [...new Set([0, Math.min(low, high), Math.max(low, high), rows.length - 1])]) {
        piece.push(rows[i]!.x, rows[i]!.y);
      }
    }
    rows = [];
  };
  const cut = () => {
    flush();
    if (piece.length > 0) pieces.push(piece);
    piece = [];
    column = Number.NaN;
  };
  const n = Math.min(curve.x.length, curve.y.length);
  const outside = (px: number) => (px < left ? -1 : px > left + width ? 1 : 0);
  let skipped: {x: number; y: number} | null = null;
  for (let i = 0; i < n; ++i) {
    const px = left + placeX(curve.x[i]!) * width;
    const py = Math.min(bottom + far, Math.max(top - far, bottom - placeY(curve.y[i]!) * height));
    if (!Number.isFinite(px) || Number.isNaN(py)) {
      cut();
      skipped = null;
      continue;
    }
    // Of points beyond one side only the one next to the view matters.
    if (outside(px) !== 0 && (piece.length > 0 || rows.length > 0 || skipped) && outside(px) === outside(first)) {
      skipped = {x: px, y: py};
      first = px;
      continue;
    }
    if (skipped) {
      cut();
      piece.push(skipped.x, skipped.y);
      skipped = null;
    }
    first = px;
    if (Math.floor(px) !== column) {
      flush();
      column = Math.floor(px);
    }
    rows.push({x: px, y: py});
  }
  cut();
  return pieces;
}
