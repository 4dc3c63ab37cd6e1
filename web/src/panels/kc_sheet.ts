// The K&C sheet of a vehicle as the program tells it (kc.json), and what the panel draws of it: curves of a test, rows of values at
// design, arrows of hard points.

export interface KcAnswer {
  axles?: KcAxle[];
  notes?: string[];
  faults?: {what: string; hint?: string; where?: string}[];
}
export interface KcAxle {
  name: string;
  notes: string[];
  values: KcValue[];
  tests: {name: string; setting_name: string; setting: number[]; columns: string[]; rows: (number | null)[][]}[];
  sensitivity?: {
    outputs: KcValue[];
    rows: {point: string; coordinate: string; at: number[]; values: (number | null)[]}[];
  };
}
export interface KcValue {
  name: string;
  title: string;
  value: number | null;
  unit: string;
  formula: string;
  method: string;
  sign: string;
}

export interface Curve {
  x: number[];
  y: number[];
}

/** An output over the setting of a test; null where the test or the output is not there. */
export function curveOf(axle: KcAxle, test: string, name: string): Curve | null {
  const found = axle.tests.find((each) => each.name === test);
  const column = found ? found.columns.indexOf(name) : -1;
  if (!found || column < 0) return null;
  const curve: Curve = {x: [], y: []};
  found.rows.forEach((row, i) => {
    const y = row[column];
    const x = found.setting[i];
    if (y === null || y === undefined || x === undefined) return;
    curve.x.push(x);
    curve.y.push(y);
  });
  return curve.x.length > 0 ? curve : null;
}

/** What the charts show: a test and an output of a wheel or of the axle. */
export const charts: readonly (readonly [string, string])[] = [
  ['heave', 'left.toe'],
  ['heave', 'left.camber'],
  ['heave', 'roll_center_height'],
  ['heave', 'left.installation_ratio'],
  ['heave', 'left.anti_brake'],
  ['steer', 'left.steer'],
  ['steer', 'ackermann'],
  ['roll', 'left.toe'],
  ['roll', 'left.camber'],
];

export const shownValues: readonly string[] = [
  'camber',
  'toe',
  'bump_steer',
  'bump_camber',
  'caster',
  'kingpin_inclination',
  'kingpin_offset',
  'trail',
  'half_track_rate',
  'installation_ratio',
  'motion_ratio',
  'wheel_rate',
  'anti_brake',
  'anti_drive',
  'roll_center_height',
  'roll_stiffness',
];

/** The left wheel stands for both where there is one; else the right one, or the value of the axle. */
export function outputOf(axle: KcAxle, key: string): KcValue | null {
  for (const middle of ['left.', 'right.', '']) {
    const found = axle.values.find((each) => each.name === `${axle.name}.${middle}${key}`);
    if (found) return found;
  }
  return null;
}

export interface Arrow {
  point: string;
  at: [number, number, number];
  /** Change of the output per mm along x, y, z. */
  by: [number, number, number];
}

/** What each point does to an output; the strongest first. */
export function arrowsOf(axle: KcAxle, name: string): Arrow[] {
  const {sensitivity} = axle;
  const column = sensitivity ? sensitivity.outputs.findIndex((each) => each.name === name) : -1;
  if (!sensitivity || column < 0) return [];
  const arrows = new Map<string, Arrow>();
  for (const row of sensitivity.rows) {
    const [x = 0, y = 0, z = 0] = row.at;
    const arrow = arrows.get(row.point) ?? {point: row.point, at: [x, y, z], by: [0, 0, 0]};
    arrow.by[['x', 'y', 'z'].indexOf(row.coordinate) as 0 | 1 | 2] = row.values[column] ?? 0;
    arrows.set(row.point, arrow);
  }
  return [...arrows.values()].sort((a, b) => Math.hypot(...b.by) - Math.hypot(...a.by));
}

/** Whether a model says what its wheels are: the sections `vehicle` or `roles`. */
export const isVehicle = (text: string): boolean => /^(vehicle|roles)\s*:/m.test(text);
