// Results that are in memory only: what the program has computed while a hand moves a point.
import type {RowRange} from './source.ts';
import type {Fault, RunDetail, Scene, Summary} from './types.ts';

/** The answer of /api/live: a line {"faults", "json", "numbers"}, so many bytes of JSON, so many doubles. */
export interface LiveAnswer {
  faults: Fault[];
  /** null: the faults say why. */
  run: HeldRun | null;
}

interface Told {
  scene: Scene;
  summary: Summary;
  rows: number;
  columns: string[];
  files: Record<string, string>;
}

export class HeldRun {
  private readonly places: Map<string, number>;

  constructor(
    readonly told: Told,
    private readonly numbers: Float64Array,
  ) {
    this.places = new Map(told.columns.map((name, i) => [name, i]));
  }

  detail(id: string): RunDetail {
    const {columns, rows, summary, files} = this.told;
    const unit = (name: string) => summary.units?.columns?.[name] ?? '';
    return {
      id,
      rows,
      axis: columns[0] ?? '',
      columns: columns.map((name) => ({name, unit: unit(name) === '1' ? '' : unit(name)})),
      files: Object.keys(files),
    };
  }

  columns(names: string[], {from = 0, to = this.told.rows}: RowRange): Float64Array[] {
    const {rows} = this.told;
    return names.map((name) => {
      const at = this.places.get(name);
      if (at === undefined) throw new Error(`there is no column ${name}`);
      return this.numbers.subarray(at * rows + Math.min(from, rows), at * rows + Math.min(to, rows));
    });
  }
}

export function readLiveAnswer(bytes: ArrayBuffer): LiveAnswer {
  const all = new Uint8Array(bytes);
  const line = all.indexOf(10);
  const words = new TextDecoder();
  const head = JSON.parse(words.decode(all.subarray(0, line))) as {faults: Fault[]; json: number; numbers: number};
  if (head.json === 0) return {faults: head.faults, run: null};
  const numbersAt = line + 1 + head.json;
  const told = JSON.parse(words.decode(all.subarray(line + 1, numbersAt))) as Told;
  // Doubles begin at multiples of eight: a copy does.
  const numbers = new Float64Array(bytes.slice(numbersAt, numbersAt + 8 * head.numbers));
  return {faults: head.faults, run: new HeldRun(told, numbers)};
}
