// The forces and moments of a run that can be drawn: which columns they are, where they act and along what. No drawing here.
import {forceOfMassTimesAcceleration} from '../../data/si.ts';
import type {ElementRef, Scene, SceneForce, SceneJoint, SectionName, Vec3} from '../../data/types.ts';
import {forceSymbol} from '../symbols/forces.ts';

export type EffortKind = 'reaction' | 'moment' | 'force' | 'torque' | 'driver' | 'weight';

export interface Effort {
  ref: ElementRef;
  kind: EffortKind;
  /** A moment or torque. */
  turns: boolean;
  /** Three columns are global components ("" where the plane has none), one is a value along `along`; none: the constant `weight`. */
  columns: string[];
  /** Where it acts: a point of a body, in its axes. */
  at: {body: string; point: Vec3};
  /** Direction of one column: towards another point, or an axis of a body. */
  along?: {body: string; to?: Vec3; axis?: Vec3; sign: 1 | -1};
  weight?: Vec3;
}

const origin: Vec3 = [0, 0, 0];

class Finder {
  readonly found: Effort[] = [];
  private joints: Map<string, SceneJoint>;

  constructor(
    private scene: Scene,
    private has: (column: string) => boolean,
  ) {
    this.joints = new Map([...scene.joints, ...scene.constraints].map((each) => [each.name, each]));
  }

  // fx fy fz and tx ty tz, in the plane fx fy and tz.
  private vectors(section: SectionName, name: string, at: Effort['at'], kinds: [EffortKind, EffortKind]): boolean {
    let any = false;
    (['f', 't'] as const).forEach((letter, i) => {
      const columns = ['x', 'y', 'z'].map((c) => `${name}.${letter}${c}`).map((each) => (this.has(each) ? each : ''));
      if (columns.every((each) => each === '')) return;
      any = true;
      this.found.push({ref: {section, name}, kind: kinds[i]!, turns: letter === 't', columns, at});
    });
    return any;
  }

  private second(joint: SceneJoint): Effort['at'] | null {
    const body = joint.bodies[1];
    return body && joint.at ? {body, point: joint.at[1]} : null;
  }

  private alongJoint(section: SectionName, name: string, jointName: string, kind: EffortKind, sign: 1 | -1): void {
    const joint = this.joints.get(jointName);
    const at = joint && this.second(joint);
    if (!joint || !at) return;
    const axis = joint.axis?.[1] ?? (this.scene.dimension === 2 ? ([0, 0, 1] as Vec3) : undefined);
    if (!axis) return;
    for (const own of ['force', 'torque']) {
      const column = `${name}.${own}`;
      if (!this.has(column)) continue;
      const along = {body: at.body, axis, sign};
      this.found.push({ref: {section, name}, kind, turns: own === 'torque', columns: [column], at, along});
    }
  }

  joint(section: SectionName, joint: SceneJoint): void {
    const at = this.second(joint);
    if (at) this.vectors(section, joint.name, at, ['reaction', 'moment']);
  }

  force(force: SceneForce): void {
    const {name} = force;
    const [from, to] = force.ends;
    const symbol = forceSymbol(force.symbol);
    if (symbol.tension && from && to) {
      const column = `${name}.force`;
      if (!this.has(column)) return;
      // Tension pulls each end towards the other.
      for (const [end, other] of [
        [from, to],
        [to, from],
      ] as const)
        this.found.push({
          ref: {section: 'forces', name},
          kind: 'force',
          turns: false,
          columns: [column],
          at: {body: end.body, point: end.at},
          along: {body: other.body, to: other.at, sign: 1},
        });
      return;
    }
    const end = to ?? from;
    if (end && this.vectors('forces', name, {body: end.body, point: end.at}, ['force', 'torque'])) return;
    const sign = symbol.against ? -1 : 1;
    const kind = symbol.against ? 'torque' : 'force';
    if (force.joint) this.alongJoint('forces', name, force.joint, kind, sign);
    else if (force.bodies && force.axis && this.has(`${name}.torque`))
      this.found.push({
        ref: {section: 'forces', name},
        kind: 'torque',
        turns: true,
        columns: [`${name}.torque`],
        at: {body: force.bodies[1], point: origin},
        along: {body: force.bodies[0], axis: force.axis, sign: -1},
      });
  }

  drivers(): void {
    const axes: Record<string, Vec3> = {x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], angle: [0, 0, 1]};
    for (const driver of this.scene.drivers) {
      if (driver.joint) this.alongJoint('drivers', driver.name, driver.joint, 'driver', 1);
      const axis = driver.direction ?? axes[driver.coordinate]; // the torques of rx, ry, rz have no axis of their own
      if (!driver.body || !axis) continue;
      for (const own of ['force', 'torque']) {
        if (!this.has(`${driver.name}.${own}`)) continue;
        this.found.push({
          ref: {section: 'drivers', name: driver.name},
          kind: 'driver',
          turns: own === 'torque',
          columns: [`${driver.name}.${own}`],
          at: {body: driver.body, point: driver.at ?? origin},
          along: {body: 'ground', axis, sign: 1},
        });
      }
    }
  }

  weights(): void {
    const {gravity, units} = this.scene;
    const unit = forceOfMassTimesAcceleration(units);
    for (const body of this.scene.bodies) {
      const weight = gravity.map((each) => each * body.mass * unit) as Vec3;
      if (Math.hypot(...weight) === 0) continue;
      const ref: ElementRef = {section: 'bodies', name: body.name};
      this.found.push({
        ref,
        kind: 'weight',
        turns: false,
        columns: [],
        at: {body: body.name, point: origin},
        weight,
      });
    }
  }
}

/** Reactions and moments of joints, force elements, drivers, weights: all whose columns were recorded. */
export function effortsOf(scene: Scene, has: (column: string) => boolean): Effort[] {
  const finder = new Finder(scene, has);
  for (const joint of scene.joints) finder.joint('joints', joint);
  for (const constraint of scene.constraints) finder.joint('constraints', constraint);
  for (const force of scene.forces) finder.force(force);
  finder.drivers();
  finder.weights();
  return finder.found;
}

/** Largest size over all rows of `data`, where `places` are the columns of one effort (-1: none). */
export function largestEffort(data: Float64Array, width: number, places: readonly number[]): number {
  let most = 0;
  for (let row = 0; row + width <= data.length; row += Math.max(width, 1)) {
    let square = 0;
    for (const place of places) if (place >= 0) square += data[row + place]! ** 2;
    if (square > most) most = square;
    if (width === 0) break;
  }
  return Math.sqrt(most);
}

/** Length that is drawn for one unit of effort: the largest becomes a quarter of the scene times the user's factor. */
export function arrowScale(largest: number, size: number, factor = 1): number {
  return largest > 0 && Number.isFinite(largest) ? (0.25 * size * factor) / largest : 0;
}
