// The columns of a run, fetched when they are first asked for. Long runs are thinned: what is drawn has no more than `most` rows.
import type {RowRange, Source} from './source.ts';
import type {RunDetail} from './types.ts';

export const most = 20000;

export class Table {
  private loads = new Map<string, Promise<Float64Array>>();
  private readonly units: Map<string, string>;

  constructor(
    private source: Source,
    readonly detail: RunDetail,
  ) {
    this.units = new Map(detail.columns.map((each) => [each.name, each.unit]));
  }

  get rows(): number {
    return this.detail.rows;
  }
  /** The first of its rows in the file, where it is one variant of a sweep. */
  get first(): number {
    return this.detail.first ?? 0;
  }
  get axis(): string {
    return this.detail.axis;
  }
  has(name: string): boolean {
    return this.units.has(name);
  }
  unit(name: string): string {
    return this.units.get(name) ?? '';
  }
  names(): string[] {
    return [...this.units.keys()];
  }

  /** The columns with rows at even distance where there are more than `most`; the same rows for every column. */
  load(names: string[]): Promise<Float64Array[]> {
    const missing = names.filter((name) => !this.loads.has(name));
    if (missing.length > 0) {
      const thin: RowRange = this.rows > most ? {thin: {points: most, by: 'every'}} : {};
      if (this.detail.first !== undefined) Object.assign(thin, {from: this.first, to: this.first + this.rows});
      const together = this.source.columns(this.detail.id, missing, thin);
      missing.forEach((name, i) => {
        const one = together.then((all) => all[i] as Float64Array);
        one.catch(() => this.loads.delete(name));
        this.loads.set(name, one);
      });
    }
    return Promise.all(names.map((name) => this.loads.get(name) as Promise<Float64Array>));
  }

  /** Rows from..to in about `points` points, for plots that are zoomed in. */
  stretch(names: string[], from: number, to: number, points: number): Promise<Float64Array[]> {
    const range = {from: this.first + from, to: this.first + to};
    return this.source.columns(this.detail.id, names, {...range, thin: {points, by: 'envelope'}});
  }
}
