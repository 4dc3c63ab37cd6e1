import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {RunDetail, Scene, SceneJoint} from '../data/types.ts';
import {bodePanes, standardPanes} from './standard.ts';

const joint = (name: string): SceneJoint => ({name, type: 'revolute', symbol: 'hinge', active: true, bodies: []});
const body = (name: string, mass: number) => ({
  name,
  at: [0, 0, 0],
  q: [1, 0, 0, 0],
  mass,
  inertia: [1, 1, 1],
  geometry: [],
  attachments: [],
});
const scene = (more: Partial<Scene> = {}) =>
  ({
    name: 'm',
    dimension: 3,
    units: {length: 'm', mass: 'kg', time: 's', angle: 'rad', force: 'N', radians: 1},
    bodies: [body('light', 1), body('heavy', 5)],
    joints: [joint('main'), joint('pin'), joint('pivot')],
    drivers: [],
    forces: [],
    sensors: [],
    sections: [],
    ...more,
  }) as unknown as Scene;
const detail = (columns: [string, string][], rows = 100): RunDetail => ({
  id: 'r0',
  rows,
  axis: 't',
  columns: [['t', 's'], ...columns].map(([name, unit]) => ({name: name!, unit: unit!})),
  files: [],
});
const four: [string, string][] = [
  ['heavy.x', 'm'],
  ['heavy.y', 'm'],
  ['heavy.z', 'm'],
  ['main.angle', 'rad'],
  ['main.speed', 'rad/s'],
  ['pin.angle', 'rad'],
  ['pivot.position', 'm'],
  ['motor.torque', 'N*m'],
  ['energy.kinetic', 'J'],
  ['energy.potential', 'J'],
  ['energy.total', 'J'],
];
const columns = (panes: {columns: string[]}[]) => panes.map((each) => each.columns);

test('joints, driven ones first, efforts, energies', () => {
  const driven = scene({drivers: [{name: 'motor', active: true, joint: 'pivot', coordinate: 'position'}]});
  assert.deepEqual(columns(standardPanes(driven, detail(four), 'dynamics')), [
    ['pivot.position', 'main.angle', 'pin.angle'],
    ['motor.torque'],
    ['energy.kinetic', 'energy.potential', 'energy.total'],
  ]);
  assert.ok(
    !columns(standardPanes(driven, detail(four), 'kinematics'))
      .flat()
      .includes('energy.total'),
  );
});

test('curves much smaller than others get a pane of their own, energies do not', () => {
  const sizes: Record<string, number> = {
    'main.angle': 50,
    'pin.angle': 0.5,
    'energy.kinetic': 100,
    'energy.total': 1e-9,
  };
  const found = standardPanes(scene(), detail(four), 'dynamics', (name) =>
    sizes[name] === undefined ? undefined : {size: sizes[name], still: false, zero: false},
  );
  assert.deepEqual(columns(found), [
    ['main.angle', 'pivot.position'],
    ['pin.angle'],
    ['energy.kinetic', 'energy.potential', 'energy.total'],
  ]);
});

test('what stands still or is zero is left out, and others take its place; actuators of the file are shown', () => {
  const joints = ['a', 'b', 'c', 'd', 'e', 'f'].map(joint);
  const all = joints.map((each): [string, string] => [`${each.name}.angle`, 'rad']);
  const torques: [string, string][] = [
    ['a.torque', 'N*m'],
    ['motor.torque', 'N*m'],
  ];
  const asks = {name: 'analysis', type: '', active: true, line: 0, columns: []};
  const data = [{key: 'inverse_dynamics.actuators', value: '[a, b.angle]', unit: '', help: ''}];
  const still = new Set(['a.angle', 'c.angle']);
  const found = standardPanes(
    scene({
      joints,
      drivers: [{name: 'motor', active: true, body: 'heavy', coordinate: 'x'}],
      sections: [{name: 'analysis', elements: [{...asks, data}]}],
    }),
    detail([...all, ...torques]),
    'inverse_dynamics',
    (name) => ({size: 1, still: still.has(name), zero: name === 'motor.torque'}),
  );
  assert.deepEqual(columns(found), [['b.angle', 'd.angle', 'e.angle', 'f.angle'], ['a.torque']]);
});

test('outputs come first, in panes of two units', () => {
  const element = (name: string) => ({name, type: '', active: true, line: 0, data: [], columns: [name]});
  const outputs = ['camber', 'toe', 'travel', 'load'].map(element);
  const found = standardPanes(
    scene({joints: [], sections: [{name: 'outputs', elements: outputs}]}),
    detail([...four, ['camber', 'deg'], ['toe', 'deg'], ['travel', 'mm'], ['load', 'N']]),
    'dynamics',
  );
  assert.deepEqual(columns(found).slice(0, 2), [['camber', 'toe', 'travel'], ['load']]);
  assert.deepEqual(columns(found)[2], ['heavy.x', 'heavy.y', 'heavy.z'], 'no joint coordinates: the heaviest body');
});

test('few panes, few curves, only what is there', () => {
  const joints = Array.from({length: 300}, (_, i) => joint(`j${i}`));
  const many = joints.map((each): [string, string] => [`${each.name}.angle`, 'rad']);
  const found = standardPanes(scene({joints}), detail(many), 'dynamics');
  assert.deepEqual(columns(found), [['j0.angle', 'j1.angle', 'j2.angle', 'j3.angle']]);
  assert.deepEqual(standardPanes(scene(), detail(four, 1), 'dynamics'), [], 'one row is no curve');
});

test('a table without model: its first columns', () => {
  const found = standardPanes(
    null,
    detail([
      ['a', 'm'],
      ['b', 'N'],
      ['c', 's'],
      ['d', 'm'],
      ['e', 'm'],
    ]),
    '',
  );
  assert.deepEqual(columns(found), [['a', 'b', 'd'], ['c']]);
});

test('a frequency response: amplitudes and phases over the same logarithmic axis', () => {
  const header = ['frequency', 'y/u.amplitude', 'y/u.phase', 'y/u.real', 'y/u.imag', 'z/u.amplitude', 'z/u.phase'];
  const [size, phase] = bodePanes(header);
  assert.deepEqual(size!.columns, ['y/u.amplitude', 'z/u.amplitude']);
  assert.deepEqual(phase!.columns, ['y/u.phase', 'z/u.phase']);
  assert.deepEqual([size!.logX, size!.logY, phase!.logX, phase!.logY], [true, true, true, false]);
  assert.deepEqual(bodePanes(['frequency']), []);
});
