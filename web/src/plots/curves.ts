// From sheets to curves: what a pane shows of the run and its overlays, over time, over another column, as spectra, as differences.

import type {PaneLayout} from './layout.ts';
import {type Curve, dashOf, type Span} from './picture.ts';
import {difference, figures, orderOf, rowBefore} from './sampling.ts';
import type {Sheet} from './sheets.ts';
import {amplitudeSpectrum, mostRows} from './spectrum.ts';
import {secondsOf, valueText, withUnit} from './ticks.ts';

export interface Curves {
  curves: Curve[];
  xLabel: string;
  /** What the user must know, in words. */
  notes: string[];
}

/** Each column by itself where they cannot be had together: a report may have left some out. */
async function tolerant(
  names: string[],
  load: (names: string[]) => Promise<Float64Array[]>,
  notes: string[],
): Promise<Map<string, Float64Array>> {
  const unique = [...new Set(names)];
  try {
    const all = await load(unique);
    return new Map(unique.map((name, i) => [name, all[i]!]));
  } catch {
    const out = new Map<string, Float64Array>();
    for (const name of unique) {
      try {
        out.set(name, (await load([name]))[0]!);
      } catch (error) {
        notes.push(error instanceof Error ? error.message : String(error));
      }
    }
    return out;
  }
}

/** The side of each column: that of its unit, the first unit left. */
export function sidesOf(columns: string[], unit: (name: string) => string): Map<string, 0 | 1> {
  const units = [...new Set(columns.map(unit))];
  return new Map(columns.map((column) => [column, units.indexOf(unit(column)) === 0 ? 0 : 1]));
}

/** The first sheet is the run on show; `others` are overlays. */
export async function curvesOf(layout: PaneLayout, sheet: Sheet, others: Sheet[]): Promise<Curves> {
  const notes: string[] = [];
  const x = layout.over === '' || !sheet.has(layout.over) ? sheet.axis : layout.over;
  if (layout.over !== '' && x !== layout.over) notes.push(`This run has no column ${layout.over}: plotted over ${x}.`);
  const columns = layout.columns.filter((name) => sheet.has(name) || others.some((other) => other.has(name)));
  const lacking = layout.columns.filter((name) => !columns.includes(name));
  if (lacking.length > 0) notes.push(`Not in this run: ${lacking.join(', ')}.`);
  const holder = (name: string) => (sheet.has(name) ? sheet : (others.find((each) => each.has(name)) ?? sheet));
  const sides = sidesOf(columns, (name) => holder(name).unit(name));
  const curves: Curve[] = [];

  for (const [place, each] of [sheet, ...others].entries()) {
    const overlay = place - 1;
    const there = columns.filter((name) => each.has(name));
    const missing = columns.filter((name) => !each.has(name));
    if (missing.length > 0) notes.push(`${each.run.info.name} has no ${missing.join(', ')}.`);
    const eachX = x === sheet.axis ? each.axis : x;
    if (!each.has(eachX)) {
      notes.push(`${each.run.info.name} has no ${eachX} to plot over.`);
      continue;
    }
    if (there.length === 0) continue;
    const data = await tolerant([each.axis, eachX, ...there], (names) => each.load(names), notes);
    const xs = data.get(eachX);
    if (!xs) continue;
    for (const column of there) {
      const y = data.get(column);
      if (!y) continue;
      const unit = holder(column).unit(column);
      const own = each.unit(column);
      if (own !== '' && own !== unit) {
        notes.push(`${each.run.info.name} has ${column} in ${own}, not in ${unit || 'a number'}: drawn as it is.`);
      }
      const number = columns.indexOf(column);
      curves.push({
        column,
        run: overlay < 0 ? '' : each.run.info.name,
        unit,
        x: xs,
        y,
        ...(eachX === each.axis ? {} : {parameter: data.get(each.axis)}),
        side: sides.get(column) ?? 0,
        color: number,
        dash: dashOf(number, overlay, others.length),
        shown: !layout.hidden.includes(column),
      });
    }
  }
  return {curves, xLabel: withUnit(x, sheet.unit(x)), notes};
}

/** The rows of a sheet that hold a stretch of its axis, one more at each end; null: its axis goes to and fro. */
export function rowsOf(axis: Float64Array, rows: number, span: Span): {from: number; to: number} | null {
  const order = orderOf(axis);
  if (order === 0 || axis.length < 2) return null;
  const ends = [rowBefore(axis, span.min, order), rowBefore(axis, span.max, order)].sort((a, b) => a - b);
  const perRow = (rows - 1) / (axis.length - 1);
  const from = Math.max(0, Math.floor((ends[0]! - 1) * perRow));
  const to = Math.min(rows, Math.ceil((ends[1]! + 2) * perRow) + 1);
  return from < to ? {from, to} : null;
}

/** Puts fine rows in place of the coarse ones they cover. */
export function spliced(coarse: Float64Array, fine: Float64Array, from: number, to: number): Float64Array {
  const out = new Float64Array(from + fine.length + coarse.length - to);
  out.set(coarse.subarray(0, from));
  out.set(fine, from);
  out.set(coarse.subarray(to), from + fine.length);
  return out;
}

/**
 * Where the file has more rows than were loaded: those in view, as an envelope of about `points` points. null: nothing finer.
 * exact: every row in view is there.
 */
export async function refined(
  curves: Curve[],
  sheets: Sheet[],
  span: Span | null,
  points: number,
): Promise<{curves: Curve[]; exact: boolean} | null> {
  let finer = false;
  let exact = true;
  const out = await Promise.all(
    sheets.map(async (sheet, place) => {
      const name = place === 0 ? '' : sheet.run.info.name;
      const own = curves.filter((each) => each.run === name);
      const axis = own[0]?.x;
      if (!axis || own[0]?.parameter || sheet.rows <= axis.length || !sheet.main) return own;
      const rows = rowsOf(axis, sheet.rows, span ?? {min: axis[0]!, max: axis[axis.length - 1]!});
      if (!rows) return own;
      const columns = [sheet.axis, ...own.map((each) => each.column)];
      const [x, ...ys] = await sheet.envelope(columns, rows.from, rows.to, points);
      if (!x || x.length < 2) return own;
      finer = true;
      if (x.length < rows.to - rows.from) exact = false;
      const order = orderOf(axis) || 1;
      const low = order > 0 ? x[0]! : x[x.length - 1]!;
      const high = order > 0 ? x[x.length - 1]! : x[0]!;
      const inside = (value: number) => value >= low && value <= high;
      const from = axis.findIndex(inside);
      let to = from;
      while (to >= 0 && to < axis.length && inside(axis[to]!)) ++to;
      if (from < 0) return own;
      const fineX = spliced(axis, x, from, to);
      return own.map((curve, i) => ({...curve, x: fineX, y: spliced(curve.y, ys[i]!, from, to)}));
    }),
  );
  return finer ? {curves: [...out.flat(), ...curves.filter((each) => each.tint)], exact} : null;
}

/** Spectra of the rows in view (null: all), from rows as they are. */
export async function spectraOf(layout: PaneLayout, sheets: Sheet[], span: Span | null): Promise<Curves> {
  const [sheet, ...others] = sheets;
  const base = await curvesOf({...layout, over: ''}, sheet!, others);
  const notes = [...base.notes];
  const seconds = secondsOf(sheet!.unit(sheet!.axis));
  const curves: Curve[] = [];
  for (const [place, each] of sheets.entries()) {
    const own = base.curves.filter((curve) => curve.run === (place === 0 ? '' : each.run.info.name));
    if (own.length === 0) continue;
    const axis = own[0]!.x;
    if (orderOf(axis) !== 1) {
      notes.push(`${each.run.info.name}: ${each.axis} does not rise from row to row, so it has no spectrum.`);
      continue;
    }
    const rows = (span && rowsOf(axis, each.rows, span)) ?? {from: 0, to: each.rows};
    // Rows left out would fold fast motions into slow ones: rather a shorter stretch.
    const last = Math.min(rows.to, rows.from + mostRows);
    if (last < rows.to) notes.push(`The first ${mostRows} of ${rows.to - rows.from} rows are used.`);
    const names = [each.axis, ...own.map((curve) => curve.column)];
    const fetched = await tolerant(names, (wanted) => each.exact(wanted, rows.from, last), notes);
    let x = fetched.get(each.axis);
    if (!x) continue;
    const from = span ? x.findIndex((value) => value >= span.min) : 0;
    const to = span ? rowBefore(x, span.max) + 1 : x.length;
    x = x.subarray(Math.max(0, from), to);
    for (const curve of own) {
      const spectrum = amplitudeSpectrum(
        x,
        (fetched.get(curve.column) ?? new Float64Array()).subarray(Math.max(0, from), to),
      );
      if (!spectrum) {
        notes.push(`${curve.column}: a spectrum needs 8 rows or more.`);
        continue;
      }
      const frequency = spectrum.frequency.map((value) => value / (seconds ?? 1));
      curves.push({...curve, x: frequency, y: spectrum.amplitude});
      if (curve === own[0] && place === 0) {
        const unit = seconds === undefined ? `per ${sheet!.unit(sheet!.axis) || sheet!.axis}` : 'Hz';
        notes.push(
          `Amplitudes, Hann window, ${each.axis} from ${valueText(x[0])} to ${valueText(x[x.length - 1])}, resolution ` +
            `${valueText(spectrum.resolution / (seconds ?? 1))} ${unit}${spectrum.resampled ? ', rows evened out' : ''}.`,
        );
      }
    }
  }
  const unit = sheet!.unit(sheet!.axis) || sheet!.axis;
  return {
    curves,
    xLabel: seconds === undefined ? `frequency [1/${unit}]` : 'frequency [Hz]',
    notes: [...new Set(notes)],
  };
}

/** overlay − run for every column and overlay, on the rows of the run, with the largest and the RMS in words. */
export function differencesOf(curves: Curve[], xLabel: string): Curves {
  const notes: string[] = [];
  const out: Curve[] = [];
  const axis = xLabel.replace(/ \[.*/, '');
  for (const curve of curves) {
    if (curve.run === '') continue;
    const own = curves.find((each) => each.run === '' && each.column === curve.column);
    if (!own) continue;
    const y = difference(own.x, own.y, curve.x, curve.y);
    const found = figures(own.x, y);
    if (found.rows === 0) {
      notes.push(`${curve.run} and the run share no stretch of ${axis} for ${curve.column}.`);
      continue;
    }
    const unit = curve.unit === '' ? '' : ` ${curve.unit}`;
    notes.push(
      `${curve.run} − run, ${curve.column}: largest ${valueText(found.peak)}${unit} at ${axis} = ${valueText(found.peakAt)}, ` +
        `RMS ${valueText(found.rms)}${unit}.`,
    );
    // Dashed by overlay as the curves are, but the first one solid: there is no run beside it.
    const runs = [...new Set(curves.map((each) => each.run))].filter((each) => each !== '');
    const overlay = runs.indexOf(curve.run);
    out.push({...curve, x: own.x, y, dash: dashOf(0, overlay - 1, runs.length)});
  }
  return {curves: out, xLabel, notes};
}
