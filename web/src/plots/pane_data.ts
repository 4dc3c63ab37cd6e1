// Everything that a pane shows, fetched: the sheets of the run and its overlays, their curves, their differences.
import type {PageState} from '../state.ts';
import {type Curves, curvesOf, differencesOf, spectraOf} from './curves.ts';
import {familyCurves} from './family_curves.ts';
import type {PaneLayout} from './layout.ts';
import type {Span} from './picture.ts';
import {type Sheet, sheetOf} from './sheets.ts';

export interface PaneData {
  sheets: Sheet[];
  main: Curves;
  /** null: not asked for, or there is nothing to compare. */
  differences: Curves | null;
  /** Rows loaded and rows there, where these are more. */
  thinned: {loaded: number; rows: number} | null;
}

export const noData: PaneData = {
  sheets: [],
  main: {curves: [], xLabel: '', notes: []},
  differences: null,
  thinned: null,
};

/** `span`: the stretch of time whose spectrum is asked for. What cannot be had is told in the notes. */
export async function loadPane(state: PageState, layout: PaneLayout, span: Span | null): Promise<PaneData> {
  const run = state.run.value;
  if (!run) return noData;
  const overlays = state.overlays.value;
  try {
    const [own, ...others] = await Promise.all(
      [run, ...overlays].map((each) => sheetOf(state.source, each, layout.file)),
    );
    if (!own) throw new Error(`This run has no ${layout.file}.`);
    const sheets = [own, ...others.filter((each) => each !== null)];
    const main = layout.spectrum ? await spectraOf(layout, sheets, span) : await curvesOf(layout, own, sheets.slice(1));
    const without = overlays.filter((_, i) => !others[i]).map((each) => each.info.name);
    if (without.length > 0) main.notes.push(`No ${layout.file} in ${without.join(', ')}.`);
    const comparable = layout.difference && !layout.spectrum && layout.over === '' && sheets.length > 1;
    const differences = comparable ? differencesOf(main.curves, main.xLabel) : null;
    if (run.detail.family && own.main && !layout.spectrum) {
      const x = layout.over === '' || !own.has(layout.over) ? own.axis : layout.over;
      main.curves.push(...(await familyCurves(state.source, run, main.curves, x)));
    }
    return {sheets, main, differences, thinned: layout.spectrum ? null : thinning(sheets, main)};
  } catch (error) {
    return {...noData, main: {...noData.main, notes: [error instanceof Error ? error.message : String(error)]}};
  }
}

function thinning(sheets: Sheet[], main: Curves): PaneData['thinned'] {
  for (const [place, sheet] of sheets.entries()) {
    const loaded = main.curves.find((each) => each.run === (place === 0 ? '' : sheet.run.info.name))?.x.length;
    if (loaded !== undefined && sheet.main && sheet.rows > loaded) return {loaded, rows: sheet.rows};
  }
  return null;
}
