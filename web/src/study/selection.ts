// Which rows are looked at: those within the brush of every column.
import {binsOf, type Range, rangeOf} from './bins.ts';
import type {StudyData} from './study_data.ts';

export class Selection {
  readonly ranges: Range[];
  readonly bins: Uint8Array[];
  /** The brush of each column, in its values. */
  readonly brushes: (Range | null)[];
  /** Rows that are selected, in their order: the first `size` of the list. */
  readonly rows: Uint32Array;
  size: number;
  /** Of each row how many brushes it lies outside of. */
  private readonly outside: Uint8Array;
  private readonly listeners: (() => void)[] = [];

  constructor(readonly data: StudyData) {
    this.ranges = data.columns.map((each) => rangeOf(each.values));
    this.bins = data.columns.map((each, i) => binsOf(each.values, this.ranges[i]!));
    this.brushes = data.columns.map(() => null);
    this.outside = new Uint8Array(data.rows);
    this.rows = new Uint32Array(data.rows);
    this.size = 0;
    this.gather();
  }

  follow(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** A value that is missing lies outside of every brush. */
  brush(column: number, range: Range | null): void {
    const values = this.data.columns[column]!.values;
    const {outside} = this;
    const before = this.brushes[column]!;
    // A brush that is not there lets everything in.
    for (let i = 0; i < values.length; i++) {
      const x = values[i]!;
      const was = before !== null && !(x >= before.low && x <= before.high);
      const is = range !== null && !(x >= range.low && x <= range.high);
      if (was !== is) outside[i]! += is ? 1 : -1;
    }
    this.brushes[column] = range;
    this.gather();
    for (const each of this.listeners) each();
  }

  clear(): void {
    this.outside.fill(0);
    this.brushes.fill(null);
    this.gather();
    for (const each of this.listeners) each();
  }

  private gather(): void {
    const {outside, rows} = this;
    let size = 0;
    for (let i = 0; i < outside.length; i++) {
      rows[size] = i;
      size += outside[i] === 0 ? 1 : 0;
    }
    this.size = size;
  }
}
