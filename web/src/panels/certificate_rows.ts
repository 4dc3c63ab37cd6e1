// The run certificate as rows of a table: what was computed how, and how far it can be trusted (docs/certificate.md).

import type {Summary, Units} from '../data/types.ts';
import {amount, count, listed, number, seconds} from '../parts/format.ts';

export interface CertificateRow {
  label: string;
  value: string;
  /** What it means, and what should stand there. */
  meaning: string;
  /** Where the number itself tells: good, or worth a look. */
  verdict?: 'good' | 'warn';
}

export interface CertificatePart {
  title: string;
  rows: CertificateRow[];
}

type Maybe<T> = T | null | undefined;
interface Balance {
  energy_start: number;
  energy_end: number;
  work_drivers: number;
  work_forces: number;
  dissipated: number;
  lost_at_events: number;
  error: number;
  energy_moved: number;
  elements: {name: string; work: number; dissipated: number}[];
}
interface Certificate {
  steps?: number;
  rejected?: number;
  evaluations?: number;
  factorizations?: number;
  cpu_seconds?: number;
  wall_seconds?: number;
  violation?: Maybe<{position: number; velocity: number; acceleration: number}>;
  energy_drift?: Maybe<number>;
  balance?: Maybe<Balance>;
  momentum?: Maybe<{
    free_groups: number;
    linear_drift: Maybe<number>;
    angular_drift: Maybe<number>;
    reactions_error: Maybe<number>;
  }>;
  condition?: Maybe<{
    constraints: Maybe<{estimate: Maybe<number>; t: number}>;
    mass: Maybe<{estimate: Maybe<number>; t: number}>;
  }>;
  error_estimate?: Maybe<{
    position: number;
    velocity: number;
    column: string;
    t: number;
    tolerance: Maybe<number>;
    step: Maybe<number>;
    steps: number;
    trusted_until?: Maybe<number>;
  }>;
}

const unitsOf = (s: Summary) => ({length: '', time: 's', force: '', ...(s.units as Partial<Units>)});

/** "J" for N and m, "N·mm" and the like otherwise. */
export function energyUnit(s: Summary): string {
  const {force, length} = unitsOf(s);
  return force === 'N' && length === 'm' ? 'J' : force && length ? `${force}·${length}` : '';
}

function methods(s: Summary): CertificateRow[] {
  const m = s.methods;
  const row = (label: string, value: string | undefined, meaning: string) => ({
    label,
    value: (value ?? '').replaceAll('_', ' '),
    meaning,
  });
  const rows = [
    row('Analysis', s.analysis, 'What was asked for.'),
    row('Coordinates', m.coordinates, 'The unknowns of the equations: positions of all bodies, or joint coordinates.'),
    row('Formulation', m.formulation, 'How the equations of motion are set up.'),
    row('Constraints', m.stabilization, 'How loops are kept closed while time goes on.'),
    row('Integrator', m.integrator, 'How time goes on.'),
  ];
  return rows.filter((each) => each.value !== '' && each.value !== 'none');
}

function effort(c: Certificate): CertificateRow[] {
  const rows: CertificateRow[] = [];
  const whole = (label: string, value: number | undefined, meaning: string) => {
    if (value !== undefined)
      rows.push({label, value: value.toLocaleString('en-US').replaceAll(',', '\u2009'), meaning});
  };
  if (c.steps) {
    whole('Steps', c.steps, 'Steps that were taken.');
    whole('Rejected', c.rejected, 'Steps that were tried and taken back because their error was too large.');
  }
  whole('Evaluations', c.evaluations, 'How often the equations were evaluated.');
  if (c.factorizations) whole('Factorizations', c.factorizations, 'How often a matrix was factorized.');
  if (c.wall_seconds !== undefined)
    rows.push({
      label: 'Time',
      value: seconds(c.wall_seconds),
      meaning: `On the clock; ${seconds(c.cpu_seconds ?? 0)} of computing.`,
    });
  return rows;
}

/** Natural frequencies, as `bricard modes` prints them. */
function modes(s: Summary): CertificateRow[] {
  const all = (s.modes ?? []) as {
    real: number;
    frequency: number;
    damping: number;
    kind: string;
    unstable: boolean;
    moves: string;
  }[];
  const words = (each: (typeof all)[number]) => {
    if (each.kind === 'rigid') return 'rigid, nothing pulls back';
    if (each.kind === 'real') return `${each.unstable ? 'grows' : 'falls'} with ${number(Math.abs(each.real), 5)} 1/s`;
    return `${number(each.frequency, 5)} Hz, damping ${number(each.damping, 3)}`;
  };
  const rows: CertificateRow[] = all.slice(0, 50).map((each, i) => ({
    label: `Mode ${i + 1}`,
    value: words(each),
    meaning: each.moves ? `Moves most: ${each.moves}.` : '',
    verdict: each.unstable ? 'warn' : undefined,
  }));
  if (all.length > 50) rows.push({label: `and ${all.length - 50} more`, value: '', meaning: ''});
  return rows;
}

function constraintsKept(s: Summary, c: Certificate): CertificateRow[] {
  if (!c.violation) return [];
  const {length, time} = unitsOf(s);
  const meaning =
    'Largest open constraint at the rows of results. Far below the tolerance times the size of the mechanism is right.';
  return [
    {label: 'Position', value: amount(c.violation.position, length ?? '', 2), meaning},
    {label: 'Velocity', value: amount(c.violation.velocity, `${length}/${time}`, 2), meaning},
    {label: 'Acceleration', value: amount(c.violation.acceleration, `${length}/${time}²`, 2), meaning},
  ];
}

function energy(s: Summary, c: Certificate): CertificateRow[] {
  const rows: CertificateRow[] = [];
  if (typeof c.energy_drift === 'number')
    rows.push({
      label: 'Energy drift',
      value: number(c.energy_drift, 2),
      meaning:
        'The model is conservative: largest change of energy relative to the energy that moved. About the tolerance is right.',
      verdict: c.energy_drift < 1e-3 ? 'good' : 'warn',
    });
  const b = c.balance;
  if (!b) return rows;
  const unit = energyUnit(s);
  const term = (label: string, value: number, meaning: string, always = false) => {
    if (always || Math.abs(value) > 1e-12 * b.energy_moved) rows.push({label, value: amount(value, unit, 6), meaning});
  };
  term('Energy at the start', b.energy_start, 'Kinetic and potential.', true);
  term('+ work of drivers', b.work_drivers, 'Effort times prescribed rate, integrated.');
  term('+ work of forces', b.work_forces, 'Of forces that are functions of time or motion.');
  term('− dissipated', -b.dissipated, 'Taken by dampers.');
  term('− lost at events', -b.lost_at_events, 'Impacts, springs that are switched off.');
  term('= energy at the end', b.energy_end, 'Computed from the last position and speeds.', true);
  const relative = b.energy_moved > 0 ? Math.abs(b.error) / b.energy_moved : 0;
  rows.push({
    label: 'Missing',
    value: amount(b.error, unit, 2),
    meaning: `What the balance does not close by: ${number(relative, 1)} of the energy that moved. About the tolerance is right.`,
    verdict: relative < 1e-3 ? 'good' : 'warn',
  });
  return rows;
}

function momentum(c: Certificate): CertificateRow[] {
  const m = c.momentum;
  if (!m) return [];
  const rows: CertificateRow[] = [];
  const row = (label: string, value: Maybe<number>, meaning: string) => {
    if (typeof value === 'number')
      rows.push({label, value: number(value, 2), meaning, verdict: value < 1e-3 ? 'good' : 'warn'});
  };
  const free = 'Of bodies that nothing ties to ground, relative to the sum of their momenta.';
  row('Linear drift', m.linear_drift, free);
  row('Angular drift', m.angular_drift, `${free} About the common center of mass.`);
  row(
    'Reactions of ground',
    m.reactions_error,
    'Accelerations, forces and the reactions of ground must agree: this is by how much they do not.',
  );
  return rows;
}

function condition(s: Summary, c: Certificate): CertificateRow[] {
  const rows: CertificateRow[] = [];
  const {time} = unitsOf(s);
  const row = (label: string, found: Maybe<{estimate: Maybe<number>; t: number}>, what: string) => {
    if (typeof found?.estimate !== 'number') return;
    const meaning = `How far relative errors may grow in ${what}; the worst is at t = ${number(found.t)} ${time}. Below 10⁶ is well; 10¹² leaves few digits.`;
    rows.push({label, value: number(found.estimate, 2), meaning, verdict: found.estimate < 1e6 ? 'good' : 'warn'});
  };
  row('Loop constraints', c.condition?.constraints, 'the equations of the loops');
  row('Mass matrix', c.condition?.mass, 'the mass matrix');
  return rows;
}

function errors(s: Summary, c: Certificate): CertificateRow[] {
  const e = c.error_estimate;
  if (!e) return [];
  const {length, time} = unitsOf(s);
  const how =
    typeof e.step === 'number' ? `step ${number(e.step)} ${time}` : `tolerance ${number(e.tolerance ?? 0, 2)}`;
  const where = e.column ? ` Largest in ${e.column} at t = ${number(e.t)} ${time}.` : '';
  const meaning = `Estimated from a second run with ${how} (${count(e.steps, 'step')}).${where}`;
  const until = e.trusted_until;
  const trusted = {
    label: 'Trusted until',
    value: amount(until ?? 0, time ?? 's'),
    meaning: 'Afterwards errors are more than ten times what was asked for: the motion amplifies them.',
  };
  return [
    ...(typeof until === 'number' ? [trusted] : []),
    {label: 'Positions', value: amount(e.position, length ?? '', 2), meaning},
    {label: 'Velocities', value: amount(e.velocity, `${length}/${time}`, 2), meaning},
  ];
}

function elements(s: Summary): CertificateRow[] {
  const rows: CertificateRow[] = [];
  const names = (which: (each: Summary['elements'][number]) => boolean) =>
    (s.elements ?? []).filter(which).map((each) => each.name);
  const inactive = names((each) => !each.active);
  const idle = names(
    (each) =>
      each.active &&
      each.section !== 'joint' &&
      Object.values(each.largest_effort ?? {}).length > 0 &&
      Object.values(each.largest_effort ?? {}).every((x) => x === 0),
  );
  if (inactive.length > 0)
    rows.push({label: 'Switched off', value: listed(inactive), meaning: 'Elements that the file makes inactive.'});
  if (idle.length > 0)
    rows.push({
      label: 'Never acted',
      value: listed(idle),
      meaning:
        'Their effort stayed zero all the time: often attached to the wrong body, or with a sign that was not meant.',
      verdict: 'warn',
    });
  if (rows.length === 0 && (s.elements ?? []).length > 0)
    rows.push({
      label: 'All acted',
      value: count(s.elements.length, 'element'),
      meaning: 'Every driver, constraint and force took part.',
      verdict: 'good',
    });
  return rows;
}

function events(s: Summary): CertificateRow[] {
  const {time} = unitsOf(s);
  const all = s.events ?? [];
  const rows = all
    .slice(0, 50)
    .map((each) => ({label: each.name, value: `t = ${number(each.t, 6)} ${time}`, meaning: ''}));
  if (all.length > 50) rows.push({label: `and ${all.length - 50} more`, value: '', meaning: ''});
  return rows;
}

export function certificate(s: Summary): CertificatePart[] {
  const c = s as unknown as Certificate;
  const parts: CertificatePart[] = [
    {title: 'Methods', rows: methods(s)},
    {title: 'Modes', rows: modes(s)},
    {title: 'Work', rows: effort(c)},
    {title: 'Constraints stay closed to', rows: constraintsKept(s, c)},
    {title: 'Energy', rows: energy(s, c)},
    {title: 'Momentum', rows: momentum(c)},
    {title: 'Condition', rows: condition(s, c)},
    {title: 'Error of the run', rows: errors(s, c)},
    {title: 'Elements', rows: elements(s)},
    {title: 'Events', rows: events(s)},
  ];
  return parts.filter((each) => each.rows.length > 0);
}
