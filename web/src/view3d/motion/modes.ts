// The modes of a run, and the poses of one that swings:
//
//   position = reference + a Re(u e^{iφ}),   orientation = exp(a Re(θ e^{iφ})) reference
//
// u: displacement of the center of mass, θ: rotation vector, both global (mode_shapes.csv: B.x .. B.rz; in the plane B.angle).

import type {Scene} from '../../data/types.ts';
import type {LoadedRun, PageState} from '../../state.ts';
import type {Frame} from '../drawing/drawing_types.ts';

/** The largest displacement at amplitude 1, of the scene's size. */
const share = 0.1;

export interface Mode {
  /** From 1, as in mode_shapes.csv. */
  number: number;
  real: number;
  imag: number;
  /** Hz */
  frequency: number;
  damping: number;
  /** For each body ux uy uz rx ry rz, lengths in the file's unit, angles in radians: real parts, then imaginary parts. */
  shape: Float64Array;
  /** Factor of the shape that makes it visible. */
  scale: number;
}

export async function loadModes(state: PageState, run: LoadedRun): Promise<Mode[]> {
  const {files, id} = run.detail;
  if (!run.scene || !files.includes('modes.csv') || !files.includes('mode_shapes.csv')) return [];
  const [modes, shapes] = await Promise.all([
    state.source.file(id, 'modes.csv'),
    state.source.file(id, 'mode_shapes.csv'),
  ]);
  return readModes(run.scene, modes, shapes);
}

export function readModes(scene: Scene, modesCsv: string, shapesCsv: string): Mode[] {
  const bodies = scene.bodies.length;
  const modes: Mode[] = [];
  for (const [real, imag, frequency, damping] of rowsOf(modesCsv, ['real', 'imag', 'frequency', 'damping']))
    modes.push({
      number: modes.length + 1,
      real: Number(real),
      imag: Number(imag),
      frequency: Number(frequency),
      damping: Number(damping),
      shape: new Float64Array(12 * bodies),
      scale: 0,
    });
  const places = new Map<string, number>();
  scene.bodies.forEach((body, b) => {
    ['x', 'y', 'z', 'rx', 'ry', 'rz'].forEach((each, c) => {
      places.set(`${body.name}.${each}`, 6 * b + c);
    });
    if (scene.dimension === 2) places.set(`${body.name}.angle`, 6 * b + 5);
  });
  for (const [number, name, real, imag] of rowsOf(shapesCsv, ['mode', 'name', 'real', 'imag'])) {
    const mode = modes[Number(number) - 1];
    const place = places.get(name!);
    if (!mode || place === undefined) continue;
    const unit = place % 6 < 3 ? 1 : scene.units.radians;
    mode.shape[place] = unit * Number(real);
    mode.shape[6 * bodies + place] = unit * Number(imag);
  }
  for (const mode of modes) {
    const most = largestDisplacement(scene, mode.shape);
    mode.scale = most > 0 ? (share * scene.size) / most : 0;
  }
  return modes;
}

// Rows of a table as text, the named columns in this order.
function rowsOf(csv: string, names: string[]): string[][] {
  const lines = csv.split(/\r?\n/).filter((line) => line.length > 0);
  const header = (lines[0] ?? '').split(',');
  const columns = names.map((name) => header.indexOf(name));
  if (columns.some((column) => column < 0)) return [];
  return lines.slice(1).map((line) => {
    const cells = line.split(',');
    return columns.map((column) => cells[column] ?? '');
  });
}

/** Of all centers of mass and attachments: |u + θ × r|, over a cycle no more than the root of both parts squared. */
export function largestDisplacement(scene: Scene, shape: Float64Array): number {
  const half = 6 * scene.bodies.length;
  let most = 0;
  scene.bodies.forEach((body, b) => {
    for (const r of [[0, 0, 0], ...body.attachments.map((each) => rotate(body.q, each.at))]) {
      let square = 0;
      for (const from of [6 * b, half + 6 * b]) {
        const [ux, uy, uz, rx, ry, rz] = shape.subarray(from, from + 6) as unknown as number[];
        const [x, y, z] = r as number[];
        square +=
          (ux! + ry! * z! - rz! * y!) ** 2 + (uy! + rz! * x! - rx! * z!) ** 2 + (uz! + rx! * y! - ry! * x!) ** 2;
      }
      most = Math.max(most, Math.sqrt(square));
    }
  });
  return most;
}

function rotate(q: readonly number[], v: readonly number[]): number[] {
  const [w, x, y, z] = q as [number, number, number, number];
  const [a, b, c] = v as [number, number, number];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** What the mode is, in words. */
export function modeWords(mode: Mode): string {
  const size = Math.hypot(mode.real, mode.imag);
  if (size === 0) return 'rigid: nothing pulls it back';
  if (mode.imag === 0) {
    const time = `${short(1 / size)} s`;
    return mode.real < 0 ? `no oscillation, fades in ${time}` : `no oscillation, grows in ${time}`;
  }
  const hertz = `${short(mode.frequency)} Hz`;
  const d = mode.damping;
  if (d < -1e-9) return `${hertz}, unstable: it grows`;
  if (d < 1e-9) return `${hertz}, undamped`;
  const percent = `${short(100 * d)} %`;
  return `${hertz}, ${d < 0.05 ? 'lightly' : d < 0.3 ? '' : 'strongly'} damped ${percent}`.replace('  ', ' ');
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Poses of a mode about a frame; no allocation. */
export class ModeMotion {
  private frame: Frame;

  constructor(readonly reference: Frame) {
    this.frame = {poses: reference.poses.slice()};
  }

  /** Phase in cycles; `amplitude` of the automatic one. */
  at(mode: Mode, phase: number, amplitude: number): Frame {
    const {poses: from} = this.reference;
    const {poses: out} = this.frame;
    const {shape} = mode;
    const half = shape.length / 2;
    const re = mode.scale * amplitude * Math.cos(2 * Math.PI * phase);
    const im = -mode.scale * amplitude * Math.sin(2 * Math.PI * phase);
    for (let b = 0, p = 0; p < from.length; b += 6, p += 7) {
      for (let k = 0; k < 3; ++k) out[p + k] = from[p + k]! + re * shape[b + k]! + im * shape[half + b + k]!;
      const rx = re * shape[b + 3]! + im * shape[half + b + 3]!;
      const ry = re * shape[b + 4]! + im * shape[half + b + 4]!;
      const rz = re * shape[b + 5]! + im * shape[half + b + 5]!;
      const angle = Math.sqrt(rx * rx + ry * ry + rz * rz);
      const w = Math.cos(0.5 * angle);
      const s = angle > 0 ? Math.sin(0.5 * angle) / angle : 0.5;
      const x = s * rx;
      const y = s * ry;
      const z = s * rz;
      const q0 = from[p + 3]!;
      const q1 = from[p + 4]!;
      const q2 = from[p + 5]!;
      const q3 = from[p + 6]!;
      out[p + 3] = w * q0 - x * q1 - y * q2 - z * q3;
      out[p + 4] = w * q1 + x * q0 + y * q3 - z * q2;
      out[p + 5] = w * q2 - x * q3 + y * q0 + z * q1;
      out[p + 6] = w * q3 + x * q2 - y * q1 + z * q0;
    }
    return this.frame;
  }
}
