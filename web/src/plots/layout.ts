// What each pane shows, as it is kept over reloads. What comes back may be anything: old, cut off, edited by hand.

export interface PaneLayout {
  /** "": results.csv; else a table beside it, such as frequency_response.csv. */
  file: string;
  columns: string[];
  /** The column that x is; "": the axis of the table. */
  over: string;
  /** Columns of the legend that are switched off. */
  hidden: string[];
  /** Of the drawing, in pixels. */
  height: number;
  spectrum: boolean;
  difference: boolean;
  readout: boolean;
  logX: boolean;
  logY: boolean;
}

export const lowest = 90;
export const highest = 1200;
const mostPanes = 40;
const mostColumns = 64;

export function paneOf(columns: string[], rest: Partial<PaneLayout> = {}): PaneLayout {
  return {
    file: '',
    columns,
    over: '',
    hidden: [],
    height: 190,
    spectrum: false,
    difference: false,
    readout: false,
    logX: false,
    logY: false,
    ...rest,
  };
}

function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((each): each is string => typeof each === 'string' && each !== '' && each.length <= 500);
  return [...new Set(texts)].slice(0, mostColumns);
}

function pane(value: unknown): PaneLayout | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const from = value as Record<string, unknown>;
  const text = (key: string) => (typeof from[key] === 'string' && from[key].length <= 500 ? from[key] : '');
  const height = typeof from.height === 'number' && Number.isFinite(from.height) ? from.height : paneOf([]).height;
  return paneOf(names(from.columns), {
    file: text('file'),
    over: text('over'),
    hidden: names(from.hidden),
    height: Math.round(Math.min(highest, Math.max(lowest, height))),
    spectrum: from.spectrum === true,
    difference: from.difference === true,
    readout: from.readout === true,
    logX: from.logX === true,
    logY: from.logY === true,
  });
}

/** The layouts of the models, by key; a model's layout may be empty: all panes were closed. */
export type Layouts = Record<string, PaneLayout[]>;

export function layoutsOf(value: unknown): Layouts {
  const out: Layouts = Object.create(null);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return out;
  const from = value as Record<string, unknown>;
  if (from.version !== 1 || typeof from.layouts !== 'object' || from.layouts === null) return out;
  for (const [key, panes] of Object.entries(from.layouts).slice(0, 100)) {
    if (!Array.isArray(panes)) continue;
    out[key] = panes.slice(0, mostPanes).flatMap((each) => pane(each) ?? []);
  }
  return out;
}

export function toRemember(layouts: Layouts): unknown {
  return {version: 1, layouts: {...layouts}};
}

/** Columns of one unit share an axis where none is more than so many times as large as another: else the small one is a flat line. */
const mostApart = 30;

/**
 * Puts columns into panes: no pane has more than two units, and where sizes are known no axis a curve that is lost in it. The first
 * pane keeps what fits beside the columns taken, more follow.
 */
export function byUnits(
  columns: string[],
  unit: (name: string) => string,
  taken: string[] = [],
  size: (name: string) => number | undefined = () => undefined,
): string[][] {
  const out = [{columns: [] as string[], all: [...taken]}];
  const alike = (a: string, b: string) => {
    const [x = 0, y = 0] = [size(a), size(b)];
    return x === 0 || y === 0 || Math.max(x / y, y / x) <= mostApart;
  };
  for (const column of columns) {
    const same = (all: string[]) => all.filter((each) => unit(each) === unit(column));
    const fits = ({all}: {all: string[]}) => same(all).length > 0 && same(all).every((each) => alike(each, column));
    const free = ({all}: {all: string[]}) => same(all).length === 0 && new Set(all.map(unit)).size < 2;
    const place = out.find(fits) ?? out.find(free);
    if (place) {
      place.columns.push(column);
      place.all.push(column);
    } else {
      out.push({columns: [column], all: [column]});
    }
  }
  return out.map((each) => each.columns);
}
