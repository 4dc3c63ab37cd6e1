// Where the bodies are at a time of a run.
//
// Positions between rows: cubic, with the slopes of parabolas through three rows (Bessel), so that links keep their lengths in turns;
// orientations: normalized linear combination of Euler parameters, which is exact half way. Where two rows have the same time (an
// impact) slopes are one-sided.
import type {Source} from '../../data/source.ts';
import type {Scene} from '../../data/types.ts';
import type {LoadedRun} from '../../state.ts';
import type {Frame} from '../drawing/drawing_types.ts';
import {loadSamples, type Rows, type Samples} from './samples.ts';

export class Motion {
  /** Bodies whose columns were not recorded: they stay in the design position. */
  readonly missing: string[];
  readonly rows: Rows;
  /** 7 numbers for each body, row after row, as in Frame. */
  readonly poses: Float64Array;
  private readonly frame: Frame;
  private readonly slopes = new Float64Array(4);

  constructor(
    readonly scene: Scene,
    samples: Samples,
  ) {
    const columns = new Map(samples.names.map((name, i) => [name, i]));
    const width = 7 * scene.bodies.length;
    this.rows = samples.rows;
    this.poses = new Float64Array(width * Math.max(samples.rows.count, 1));
    this.missing = [];
    scene.bodies.forEach((body, b) => {
      const own = poseColumns(scene, body.name).map((name) => columns.get(name));
      const recorded = own.every((column) => column !== undefined) && samples.rows.count > 0;
      if (!recorded) this.missing.push(body.name);
      const pose = new Float64Array([...body.at, ...body.q]);
      for (let row = 0; row * width < this.poses.length; ++row) {
        if (recorded) readPose(scene, samples, row, own as number[], pose);
        this.poses.set(pose, row * width + 7 * b);
      }
    });
    this.frame = {poses: this.poses.slice(0, width)};
  }

  static async load(source: Source, run: LoadedRun, scene: Scene): Promise<Motion> {
    const names = scene.bodies
      .map((body) => poseColumns(scene, body.name))
      .filter((own) => own.every((name) => run.table.has(name)))
      .flat();
    return new Motion(scene, await loadSamples(source, run.detail, names));
  }

  get first(): number {
    return this.rows.values[0] ?? 0;
  }
  get last(): number {
    return this.rows.values[this.rows.count - 1] ?? 0;
  }

  /** The same frame every time, with new numbers. */
  at(time: number): Frame {
    const out = this.frame.poses;
    const {poses, rows, slopes} = this;
    const width = out.length;
    if (rows.count < 2) return this.frame;
    rows.find(time);
    const a = rows.row * width;
    const b = a + width;
    const f = rows.fraction;
    if (f === 0 || f === 1) {
      const from = f === 0 ? a : b;
      for (let i = 0; i < width; ++i) out[i] = poses[from + i]!;
      return this.frame;
    }
    this.setSlopes();
    const before = rows.row > 0 ? a - width : a;
    const after = rows.row + 2 < rows.count ? b + width : b;
    // Hermite: value at the row, slopes times the span
    const h1 = f * (1 - f) * (1 - f);
    const h2 = -f * f * (1 - f);
    const h = f * f * (3 - 2 * f);
    for (let i = 0; i < width; i += 7) {
      for (let k = i; k < i + 3; ++k) {
        const p = poses[a + k]!;
        const d = poses[b + k]! - p;
        const s1 = slopes[0]! * (p - poses[before + k]!) + slopes[1]! * d;
        const s2 = slopes[2]! * d + slopes[3]! * (poses[after + k]! - poses[b + k]!);
        out[k] = p + h * d + h1 * s1 + h2 * s2;
      }
      this.turn(a + i + 3, b + i + 3, f, i + 3);
    }
    return this.frame;
  }

  // Weights of the differences before, in and after the stretch in its two end slopes, times its span.
  private setSlopes(): void {
    const {values, row} = this.rows;
    const span = values[row + 1]! - values[row]!;
    const before = row > 0 ? values[row]! - values[row - 1]! : 0;
    const after = row + 2 < values.length ? values[row + 2]! - values[row + 1]! : 0;
    const {slopes} = this;
    slopes[0] = before > 0 ? (span * span) / (before * (before + span)) : 0;
    slopes[1] = before > 0 ? before / (before + span) : 1;
    slopes[2] = after > 0 ? after / (after + span) : 1;
    slopes[3] = after > 0 ? (span * span) / (after * (after + span)) : 0;
  }

  private turn(a: number, b: number, f: number, into: number): void {
    const {poses} = this;
    const out = this.frame.poses;
    let dot = 0;
    for (let k = 0; k < 4; ++k) dot += poses[a + k]! * poses[b + k]!;
    const g = dot < 0 ? -f : f; // q and -q are the same orientation
    let square = 0;
    for (let k = 0; k < 4; ++k) {
      const q = (1 - f) * poses[a + k]! + g * poses[b + k]!;
      out[into + k] = q;
      square += q * q;
    }
    const size = Math.sqrt(square) || 1;
    for (let k = 0; k < 4; ++k) out[into + k]! /= size;
  }
}

function poseColumns(scene: Scene, body: string): string[] {
  const own = scene.dimension === 2 ? ['x', 'y', 'angle'] : ['x', 'y', 'z', 'e0', 'e1', 'e2', 'e3'];
  return own.map((each) => `${body}.${each}`);
}

// A row that is not finite (where a computation failed) keeps the pose before.
function readPose(scene: Scene, samples: Samples, row: number, columns: number[], pose: Float64Array): void {
  const at = (c: number) => samples.data[row * samples.width + columns[c]!]!;
  if (!columns.every((_, c) => Number.isFinite(at(c)))) return;
  pose[0] = at(0);
  pose[1] = at(1);
  if (scene.dimension === 3) {
    for (let c = 2; c < 7; ++c) pose[c] = at(c);
    return;
  }
  const half = 0.5 * at(2) * scene.units.radians;
  pose[3] = Math.cos(half);
  pose[4] = pose[5] = 0;
  pose[6] = Math.sin(half);
}
