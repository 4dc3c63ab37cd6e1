// What a pane hands out: its pictures as they are, its columns as the file has them.
import type {CsvTable} from './csv.ts';
import {rowsOf} from './curves.ts';
import type {PaneLayout} from './layout.ts';
import {type Curve, labelOf, type Picture, type Span} from './picture.ts';
import type {Sheet} from './sheets.ts';
import type {SvgPart} from './svg.ts';
import {secondsOf, withUnit} from './ticks.ts';

interface Drawn {
  picture: Picture;
  notes: string[];
}

/** The drawing and the difference below it, with what is said of them. */
export function partsOf(layout: PaneLayout, run: string, main: Drawn, change: Drawn | null): SvgPart[] {
  const kind = layout.spectrum ? ', amplitude spectrum' : layout.over !== '' ? `, over ${layout.over}` : '';
  const part = ({picture, notes}: Drawn, title: string, height: number) => ({
    title,
    picture,
    notes: [...notes, ...(picture.cut ?? [])],
    height,
  });
  const out = [part(main, `${run}${kind}`, Math.max(240, layout.height))];
  if (change) out.push(part(change, 'Difference: overlay − run', 180));
  return out;
}

/** Its columns in view, all rows of the file, every digit; one block for each run. Headers tell the units, as tables read them. */
export async function blocksOf(
  layout: PaneLayout,
  sheets: Sheet[],
  curves: Curve[],
  zoom: Span | null,
): Promise<CsvTable[]> {
  const blocks: CsvTable[] = [];
  for (const [place, sheet] of sheets.entries()) {
    const run = place === 0 ? '' : sheet.run.info.name;
    const own = curves.filter((each) => each.run === run && each.shown);
    if (own.length === 0) continue;
    const named = (name: string) => (run === '' ? name : `${name} (${run})`);
    if (layout.spectrum) {
      const unit = sheet.unit(sheet.axis) || sheet.axis;
      blocks.push(
        ...spectrumBlocks(own, withUnit(named('frequency'), secondsOf(unit) === undefined ? `1/${unit}` : 'Hz')),
      );
      continue;
    }
    const over = layout.over !== '' && sheet.has(layout.over) ? [layout.over] : [];
    const names = [...new Set([sheet.axis, ...over, ...own.map((each) => each.column)])];
    const rows = (zoom && over.length === 0 && rowsOf(own[0]!.x, sheet.rows, zoom)) || {from: 0, to: sheet.rows};
    let columns = await sheet.exact(names, rows.from, rows.to);
    if (zoom) {
      const x = columns[names.indexOf(over[0] ?? sheet.axis)]!;
      columns = columns.map((column) => column.filter((_, i) => x[i]! >= zoom.min && x[i]! <= zoom.max));
    }
    blocks.push({names: names.map((name) => withUnit(named(name), sheet.unit(name))), columns});
  }
  return blocks;
}

/** Spectra of columns with gaps may have frequencies of their own: curves with the same ones share a block. */
function spectrumBlocks(curves: Curve[], axis: string): CsvTable[] {
  const out: CsvTable[] = [];
  for (const curve of curves) {
    const x = curve.x;
    const same = out.find(({columns: [other]}) => other!.length === x.length && other![1] === x[1]);
    if (same) {
      same.names.push(withUnit(labelOf(curve), curve.unit));
      same.columns.push(curve.y);
    } else {
      out.push({names: [axis, withUnit(labelOf(curve), curve.unit)], columns: [x, curve.y]});
    }
  }
  return out;
}

export function differenceBlocks(curves: Curve[], axis: string): CsvTable[] {
  return curves.map((each) => ({
    names: [axis, withUnit(`${labelOf(each)} - run`, each.unit)],
    columns: [each.x, each.y],
  }));
}
