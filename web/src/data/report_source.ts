// Data from the page itself: what `bricard report` has written into it.
import type {RowRange, Source} from './source.ts';
import {Trouble} from './source.ts';
import type {Project, RunDetail, Scene, Summary} from './types.ts';

/** The contents of <script id="bricard-report">. */
export interface ReportData {
  project: Project;
  /** Set by `bricard render`: the page draws these pictures and hands them back (view3d/render_mode.ts). */
  render?: RenderOrder;
  runs: Record<
    string,
    {
      detail: RunDetail;
      scene: Scene | null;
      summary: Summary | null;
      /** Columns one after the other, little-endian float32, base64; rows as in detail. Missing names were left out for size. */
      names: string[];
      values: string;
      files: Record<string, string>;
      /** base64 */
      assets: Record<string, string>;
    }
  >;
}

/** One PNG for each time, or its pixels, goes to `PUT {post}&n=0`, 1, ...; then `PUT {post}&done=1`, or `PUT {post}&error=1` with a text. */
export interface RenderOrder {
  view: 'iso' | 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom' | 'plane';
  width: number;
  height: number;
  /** Values of the axis column; of a mode: phases from 0 to 1. */
  times: number[];
  /** From 1; 0: not a mode. */
  mode: number;
  theme: 'light' | 'dark';
  post: string;
  /** Red green blue alpha of each pixel, rows from below, and no PNG. */
  raw: boolean;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function never(): never {
  throw new Trouble('A report cannot be changed. Use `bricard view`.');
}

/** What the browser has kept of reports: layouts of plots and views are by model, the rest is for all. */
function stored(): Record<string, unknown> {
  const memory: Record<string, unknown> = {};
  try {
    for (let i = 0; i < localStorage.length; ++i) {
      const key = localStorage.key(i)!;
      if (key.startsWith('bricard.')) memory[key.slice('bricard.'.length)] = JSON.parse(localStorage.getItem(key)!);
    }
  } catch {
    // Nothing is kept, or something else is there.
  }
  return memory;
}

export class ReportSource implements Source {
  private tables = new Map<string, Float32Array>();

  constructor(private data: ReportData) {}

  private run(id: string) {
    const run = this.data.runs[id];
    if (!run) throw new Trouble(`There is no run ${id} in this report.`);
    return run;
  }

  project = async () => ({...this.data.project, live: false, memory: stored()});
  detail = async (run: string) => this.run(run).detail;
  scene = async (run: string) => this.run(run).scene;
  summary = async (run: string) => this.run(run).summary;
  file = async (run: string, name: string) => this.run(run).files[name] ?? '';
  asset = async (run: string, name: string) => bytesOf(this.run(run).assets[name] ?? '').buffer;

  async columns(id: string, names: string[], range: RowRange = {}): Promise<Float64Array[]> {
    const run = this.run(id);
    let table = this.tables.get(id);
    if (!table) {
      table = new Float32Array(bytesOf(run.values).buffer);
      this.tables.set(id, table);
    }
    const rows = run.detail.rows;
    const from = Math.min(range.from ?? 0, rows);
    const to = Math.min(range.to ?? rows, rows);
    return names.map((name) => {
      const at = run.names.indexOf(name);
      if (at < 0) throw new Trouble(`The report has no column ${name}.`);
      return Float64Array.from(table.subarray(at * rows + from, at * rows + to));
    });
  }

  remember(key: string, value: unknown): void {
    try {
      localStorage.setItem(`bricard.${key}`, JSON.stringify(value));
    } catch {
      // A browser that stores nothing: the page works without.
    }
  }
  model = async () => never();
  keepDraft = async () => never();
  save = async () => never();
  check = async () => never();
  kc = async () => never();
  start = async () => never();
  live = async () => never();
  job = async () => never();
  cancel = async () => never();
  remove = async () => never();
}
