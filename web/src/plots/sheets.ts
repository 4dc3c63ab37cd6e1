// Where columns come from: results.csv of a run, or a small table beside it.
import type {Source} from '../data/source.ts';
import type {LoadedRun} from '../state.ts';
import {parseCsv} from './csv.ts';

export interface Sheet {
  readonly run: LoadedRun;
  readonly axis: string;
  readonly rows: number;
  /** Whether its axis is the time (or the parameter) of the 3-D view. */
  readonly main: boolean;
  names(): string[];
  has(name: string): boolean;
  unit(name: string): string;
  /** Rows at even distance where there are very many. */
  load(names: string[]): Promise<Float64Array[]>;
  /** Lowest and highest of each stretch of rows. */
  envelope(names: string[], from: number, to: number, points: number): Promise<Float64Array[]>;
  /** Rows as they are. */
  exact(names: string[], from: number, to: number): Promise<Float64Array[]>;
}

class ResultsSheet implements Sheet {
  readonly main = true;
  constructor(
    private source: Source,
    readonly run: LoadedRun,
  ) {}
  get axis() {
    return this.run.table.axis;
  }
  get rows() {
    return this.run.table.rows;
  }
  names = () => this.run.table.names();
  has = (name: string) => this.run.table.has(name);
  unit = (name: string) => this.run.table.unit(name);
  load = (names: string[]) => this.run.table.load(names);
  envelope = (names: string[], from: number, to: number, points: number) =>
    this.run.table.stretch(names, from, to, points);
  exact = (names: string[], from: number, to: number) => {
    const {first} = this.run.table;
    return this.source.columns(this.run.info.id, names, {from: first + from, to: first + to});
  };
}

/** Columns of the files that the program writes beside the results. */
function unitOf(name: string, run: LoadedRun): string {
  if (name === 't') return run.scene?.units.time ?? 's';
  if (name === 'frequency' || name.endsWith('.frequency')) return 'Hz';
  if (name.endsWith('.phase')) return 'deg';
  return '';
}

export class FileSheet implements Sheet {
  readonly main = false;
  private readonly columns: Map<string, Float64Array>;
  readonly axis: string;
  readonly rows: number;
  constructor(
    readonly run: LoadedRun,
    text: string,
  ) {
    const table = parseCsv(text);
    this.columns = new Map(table.names.map((name, i) => [name, table.columns[i]!]));
    this.axis = table.names[0] ?? '';
    this.rows = table.columns[0]?.length ?? 0;
  }
  names = () => [...this.columns.keys()];
  has = (name: string) => this.columns.has(name);
  unit = (name: string) => unitOf(name, this.run);
  load = async (names: string[]) =>
    names.map((name) => this.columns.get(name) ?? new Float64Array(this.rows).fill(Number.NaN));
  envelope = (names: string[], from: number, to: number) => this.exact(names, from, to);
  exact = async (names: string[], from: number, to: number) =>
    (await this.load(names)).map((column) => column.slice(from, to));
}

const kept = new WeakMap<LoadedRun, Map<string, Promise<Sheet>>>();

/** null where the run has no such file. */
export async function sheetOf(source: Source, run: LoadedRun, file: string): Promise<Sheet | null> {
  if (file !== '' && !run.detail.files.includes(file)) return null;
  let sheets = kept.get(run);
  if (!sheets) {
    sheets = new Map();
    kept.set(run, sheets);
  }
  let sheet = sheets.get(file);
  if (!sheet) {
    sheet =
      file === ''
        ? Promise.resolve(new ResultsSheet(source, run))
        : source.file(run.info.id, file).then((text) => new FileSheet(run, text));
    sheet.catch(() => sheets.delete(file));
    sheets.set(file, sheet);
  }
  return sheet;
}
