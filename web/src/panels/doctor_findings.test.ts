import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Summary} from '../data/types.ts';
import {component, findings, mobility, named, verdict} from './doctor_findings.ts';

function summary(change: Partial<Summary> = {}): Summary {
  return {
    model: 'm',
    analysis: 'dynamics',
    status: 'done',
    message: '',
    methods: {coordinates: '', formulation: '', stabilization: '', integrator: '', why: ''},
    mobility: {counted: 1, actual: 1},
    constraints: 5,
    redundant: [],
    reactions: {main: {unique: true, components: {fx: true}}},
    warnings: [],
    elements: [],
    assembly: 'the design position closes as written',
    units: {columns: {}},
    ...change,
  };
}

// Four parallel revolutes in space: 6·3 − 4·5 = −2, and it moves.
const fourBar = summary({
  mobility: {counted: -2, actual: 1},
  constraints: 20,
  redundant: [
    {
      rows: ['wrist: force z', 'wrist: moment y', 'wrist: moment x'],
      group: ['main', 'pin', 'wrist', 'pivot'],
      suggestions: [{text: 'replace revolute `main` by point_on_line: the group disappears'}],
    },
  ],
  reactions: {
    main: {unique: false, components: {fx: true, fz: false, tx: false}},
    pin: {unique: true, components: {fx: true}},
  },
  driven: 1,
  free_motions: [{words: 'joints main (angle) 1, left.pin (angle) 0.5', idle: false}],
});
(fourBar.free_motions as {joints?: unknown}[])[0]!.joints = {'main.angle': 1, 'left.pin.angle': 0.5};

test('counting that agrees', () => {
  const found = mobility(summary());
  assert.equal(found.title, '1 degree of freedom');
  assert.equal(found.kind, 'good');
  assert.match(found.text[0]!, /same number/);
});

test('counting that does not, and why', () => {
  const found = mobility(fourBar);
  assert.equal(found.title, '1 degree of freedom');
  assert.equal(
    found.text[0],
    'Counting bodies and joints gives −2. The real number is 1, found from the rank of the constraint equations, because 3 of the 20 constraint rows repeat what others say already.',
  );
});

test('drivers and structures', () => {
  assert.match(mobility(summary({driven: 0})).text[1]!, /motion is fully given/);
  assert.match(
    mobility(summary({mobility: {counted: 3, actual: 3}, driven: 1})).text[1]!,
    /1 degree of freedom is left/,
  );
  const structure = mobility(summary({mobility: {counted: 0, actual: 0}, driven: 0}));
  assert.equal(structure.title, 'No degree of freedom');
  assert.equal(structure.kind, 'warn');
  assert.match(structure.text.join(' '), /structure/);
});

test('a redundant group shows its joints, rows and what would help', () => {
  const found = findings(fourBar).find((each) => /redundant/.test(each.title))!;
  assert.equal(found.title, '3 redundant constraint rows');
  assert.deepEqual(found.elements, ['main', 'pin', 'wrist', 'pivot']);
  assert.match(found.text[0]!, /^The joints main, pin, wrist and pivot together hold/);
  assert.deepEqual(found.lists[0]!.items.length, 3);
  assert.match(found.lists[1]!.items[0]!, /^Replace revolute/);
});

test('reactions that are not unique are told by joint and component', () => {
  const found = findings(fourBar).find((each) => /not unique/.test(each.title))!;
  assert.equal(found.title, 'Reactions of 1 element are not unique');
  assert.deepEqual(found.lists[0]!.items, ['main: force z, moment x']);
  assert.deepEqual(found.elements, ['main']);
  assert.equal(component('ty'), 'moment y');
  assert.equal(component('rx'), 'rx');
});

test('a free motion highlights its joints, whatever dots are in their names', () => {
  const found = findings(fourBar).find((each) => each.title === 'How it moves')!;
  assert.deepEqual(found.elements, ['main', 'left.pin']);
});

test('singular positions and changes along the run', () => {
  const found = findings(
    summary({
      singularity: {measure: 0, singular: true, words: 'singular'},
      sampled: {
        positions: 21,
        mobility_changes: [{t: 0.25, mobility: 2, before: 1}],
        nearest_singular: {t: 0.25, measure: 1e-9},
      },
      units: {columns: {}, time: 's'} as Summary['units'],
    }),
  ).find((each) => each.title === 'Singular position')!;
  assert.equal(found.kind, 'warn');
  assert.match(found.text.join(' '), /At t = 0.25 s the mobility becomes 2; before it is 1\./);
});

test('what was not looked at is not told', () => {
  const all = findings(
    summary({status: 'failed', message: 'no position closes `main`', constraints: 0, reactions: {}}),
  );
  assert.deepEqual(
    all.map((each) => each.title),
    ['The dynamics failed', 'Not looked at'],
  );
  assert.equal(verdict(all), 'This did not work');
});

test('warnings point at the elements they name, not at parts of words', () => {
  const elements = ['spring', 'main', 'left.arm'].map((name) => ({
    name,
    active: true,
    section: 'force',
    type: '',
    evaluated: true,
  }));
  const s = summary({elements, warnings: ['the force `left.arm` never acts, mainly']});
  assert.deepEqual(named(s.warnings[0]!, s), ['left.arm']);
  assert.equal(verdict(findings(s)), '1 finding to look at');
});

test('nothing to worry about', () => {
  assert.equal(verdict(findings(summary())), 'Nothing to worry about');
});
