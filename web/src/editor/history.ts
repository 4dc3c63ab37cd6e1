// What was done, to be taken back and done again: states one after the other. Changes of one kind that follow each other closely are
// one step, and so is all of one drag.

export class History<T> {
  private states: T[];
  private at = 0;
  private kind = '';
  private last = Number.NEGATIVE_INFINITY;

  constructor(
    first: T,
    private pause = 800,
    private most = 200,
  ) {
    this.states = [first];
  }

  /** A new state; what had been taken back is forgotten. `joined`: it belongs to the step before however long ago that was. */
  put(state: T, kind: string, joined = false, now = performance.now()): void {
    const same = kind === this.kind && (joined || now - this.last < this.pause) && this.at === this.states.length - 1;
    this.kind = kind;
    this.last = now;
    if (same && this.at > 0) {
      this.states[this.at] = state;
      return;
    }
    this.states.splice(this.at + 1, this.states.length, state);
    if (this.states.length > this.most) this.states.shift();
    this.at = this.states.length - 1;
  }

  get canUndo(): boolean {
    return this.at > 0;
  }
  get canRedo(): boolean {
    return this.at < this.states.length - 1;
  }

  /** The state before, or after; undefined where there is none. */
  step(by: -1 | 1): T | undefined {
    if (by < 0 ? !this.canUndo : !this.canRedo) return undefined;
    this.at += by;
    this.kind = '';
    return this.states[this.at];
  }
}
