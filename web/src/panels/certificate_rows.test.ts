import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Summary} from '../data/types.ts';
import {certificate, energyUnit} from './certificate_rows.ts';

const quarterCar = {
  analysis: 'dynamics',
  methods: {coordinates: 'relative', formulation: 'lagrange', stabilization: 'none', integrator: 'dopri5', why: ''},
  steps: 12345,
  rejected: 0,
  evaluations: 8483,
  factorizations: 0,
  cpu_seconds: 0.02,
  wall_seconds: 0.0171,
  violation: {position: 1.4622e-9, velocity: 0, acceleration: 0},
  energy_drift: null,
  balance: {
    energy_start: 381.53,
    energy_end: 381.53,
    work_drivers: 83.118,
    work_forces: 0,
    dissipated: 77.53,
    lost_at_events: 0,
    error: -1.28e-8,
    energy_moved: 83.118,
    elements: [],
  },
  momentum: {free_groups: 0, linear_drift: null, angular_drift: null, reactions_error: 2e-17},
  condition: {constraints: {estimate: 2e7, t: 0.5}, mass: {estimate: null, t: 0}},
  error_estimate: null,
  elements: [
    {name: 'guide', active: true, section: 'joint', type: 'prismatic', evaluated: true, largest_effort: {N: 0}},
    {name: 'tire', active: true, section: 'force', type: 'spring_damper', evaluated: true, largest_effort: {N: 0}},
    {name: 'stop', active: false, section: 'force', type: 'spring_damper', evaluated: true},
  ],
  events: [{name: 'landing', t: 0.721272}],
  units: {length: 'mm', force: 'N', time: 's', columns: {}},
} as unknown as Summary;

const rows = (s: Summary) =>
  new Map(certificate(s).flatMap((part) => part.rows.map((row) => [`${part.title}/${row.label}`, row])));

test('what is not there is not shown', () => {
  const all = rows(quarterCar);
  for (const missing of [
    'Energy/Energy drift',
    'Momentum/Linear drift',
    'Condition/Mass matrix',
    'Methods/Constraints',
    'Energy/+ work of forces',
    'Work/Factorizations',
  ])
    assert.ok(!all.has(missing), missing);
});

test('values with their units', () => {
  const all = rows(quarterCar);
  assert.equal(all.get('Constraints stay closed to/Position')?.value, '1.5·10⁻⁹ mm');
  assert.equal(all.get('Energy/− dissipated')?.value, '−77.53 N·mm');
  assert.equal(all.get('Work/Steps')?.value, '12\u2009345');
  assert.equal(all.get('Work/Time')?.value, '17.1 ms');
  assert.equal(all.get('Events/landing')?.value, 't = 0.721272 s');
});

test('verdicts', () => {
  const all = rows(quarterCar);
  assert.equal(all.get('Energy/Missing')?.verdict, 'good');
  assert.equal(all.get('Condition/Loop constraints')?.verdict, 'warn');
  assert.equal(all.get('Elements/Never acted')?.value, 'tire');
  assert.equal(all.get('Elements/Switched off')?.value, 'stop');
});

test('a summary with almost nothing in it', () => {
  assert.deepEqual(
    certificate({analysis: 'check', methods: {}, units: {}} as unknown as Summary).map((each) => each.title),
    ['Methods'],
  );
});

test('units of energy', () => {
  assert.equal(energyUnit({units: {force: 'N', length: 'm'}} as unknown as Summary), 'J');
  assert.equal(energyUnit({units: {}} as unknown as Summary), '');
});

test('modes with what they are, those that grow marked', () => {
  const s = {
    analysis: 'modes',
    methods: {},
    units: {},
    steps: 0,
    rejected: 0,
    modes: [
      {real: -1, frequency: 3.52, damping: 0.413, kind: 'oscillating', unstable: false, moves: 'body_guide'},
      {real: 2.5, frequency: 0, damping: 0, kind: 'real', unstable: true, moves: ''},
      {real: 0, frequency: 0, damping: 0, kind: 'rigid', unstable: false, moves: ''},
    ],
  } as unknown as Summary;
  const all = rows(s);
  assert.equal(all.get('Modes/Mode 1')?.value, '3.52 Hz, damping 0.413');
  assert.equal(all.get('Modes/Mode 2')?.value, 'grows with 2.5 1/s');
  assert.equal(all.get('Modes/Mode 2')?.verdict, 'warn');
  assert.match(all.get('Modes/Mode 3')?.value ?? '', /rigid/);
  assert.ok(!all.has('Work/Steps'));
});
