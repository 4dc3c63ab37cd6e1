// The columns of an element at the time on show.

import type {ElementRef} from '../../data/types.ts';
import {Signal} from '../../signal.ts';
import type {PageState} from '../../state.ts';
import {loadSamples, type Samples} from './samples.ts';

/** Elements whose columns are kept. */
const kept = 24;

export class LiveValues {
  /** Counts up when values that were asked for have come. */
  readonly arrived = new Signal(0);
  private samples = new Map<string, Samples | null>();
  private values = new Map<string, number>();
  private row = new Float64Array(0);

  constructor(private state: PageState) {
    state.run.listen(() => this.samples.clear());
  }

  /** Column and value, in the order of results.csv; empty until they are loaded (`arrived` tells), or where nothing was recorded. The
   * same map every time. */
  at(ref: ElementRef): ReadonlyMap<string, number> {
    this.values.clear();
    const samples = this.samplesOf(ref);
    if (samples) {
      if (this.row.length !== samples.width) this.row = new Float64Array(samples.width);
      samples.at(this.state.time.value, this.row);
      samples.names.forEach((name, i) => {
        this.values.set(name, this.row[i]!);
      });
    }
    return this.values;
  }

  private samplesOf(ref: ElementRef): Samples | null {
    const run = this.state.run.value;
    if (!run?.scene) return null;
    const key = `${ref.section}/${ref.name}`;
    const known = this.samples.get(key);
    if (known !== undefined) return known;
    const element = run.scene.sections
      .find((each) => each.name === ref.section)
      ?.elements.find((each) => each.name === ref.name);
    const names = (element?.columns ?? []).filter((name) => run.table.has(name));
    if (this.samples.size >= kept) this.samples.delete(this.samples.keys().next().value as string);
    this.samples.set(key, null);
    if (names.length > 0)
      loadSamples(this.state.source, run.detail, names).then(
        (samples) => {
          if (this.state.run.value !== run) return;
          this.samples.set(key, samples);
          this.arrived.value += 1;
        },
        (trouble: Error) => this.state.tell(`The values of ${ref.name} could not be read: ${trouble.message}`, 'error'),
      );
    return null;
  }
}
