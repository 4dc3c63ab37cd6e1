// What the player counts: a value that runs between two ends, once, around, or to and fro.

export type Repeat = 'once' | 'loop' | 'bounce';

export class Clock {
  value = 0;
  from = 0;
  to = 0;
  /** Units of the value in one second at speed 1. */
  pace = 1;
  speed = 1;
  repeat: Repeat = 'loop';
  /** -1: on the way back. */
  direction: 1 | -1 = 1;

  get span(): number {
    return this.to - this.from;
  }

  /** Moves on by seconds; false when the end is reached and it stays there. */
  advance(seconds: number): boolean {
    const {span} = this;
    if (!(span > 0)) {
      this.value = this.from;
      return false;
    }
    let way = this.value - this.from + this.direction * seconds * this.pace * this.speed;
    if (this.repeat === 'loop') {
      this.direction = 1;
      way = way >= span ? way % span : Math.max(way, 0);
    } else if (this.repeat === 'bounce') {
      // The way there and back as one: 0 .. 2 span
      let round = this.direction > 0 ? way : 2 * span - way;
      round %= 2 * span;
      if (round < 0) round += 2 * span;
      this.direction = round < span ? 1 : -1;
      way = round < span ? round : 2 * span - round;
    } else {
      this.direction = 1;
      if (way >= span) {
        this.value = this.to;
        return false;
      }
    }
    this.value = this.from + way;
    return true;
  }
}
