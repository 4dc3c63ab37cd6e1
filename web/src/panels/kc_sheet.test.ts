import assert from 'node:assert/strict';
import {test} from 'node:test';
import {arrowsOf, curveOf, isVehicle, type KcAxle, outputOf} from './kc_sheet.ts';

const told = {title: '', unit: 'deg', formula: '', method: '', sign: ''};
const axle: KcAxle = {
  name: 'front',
  notes: [],
  values: [
    {...told, name: 'front.left.toe', value: 0.1},
    {...told, name: 'front.roll_center_height', value: 47},
  ],
  tests: [
    {name: 'heave', setting_name: 'travel', setting: [-1, 0, 1], columns: ['front.left.toe'], rows: [[1], [null], [3]]},
  ],
  sensitivity: {
    outputs: [{...told, name: 'front.left.toe', value: null}],
    rows: [
      {point: 'TO', coordinate: 'x', at: [1, 2, 3], values: [0.5]},
      {point: 'TO', coordinate: 'z', at: [1, 2, 3], values: [-2]},
      {point: 'TI', coordinate: 'y', at: [4, 5, 6], values: [3]},
      {point: 'WC', coordinate: 'y', at: [7, 8, 9], values: [null]},
    ],
  },
};

test('a curve has the positions where the output is defined', () => {
  assert.deepEqual(curveOf(axle, 'heave', 'front.left.toe'), {x: [-1, 1], y: [1, 3]});
  assert.equal(curveOf(axle, 'heave', 'front.left.camber'), null);
  assert.equal(curveOf(axle, 'steer', 'front.left.toe'), null);
});

test('values are those of a wheel or of the axle', () => {
  assert.equal(outputOf(axle, 'toe')?.value, 0.1);
  assert.equal(outputOf(axle, 'roll_center_height')?.value, 47);
  assert.equal(outputOf(axle, 'trail'), null);
});

test('points are sorted by what they do', () => {
  const arrows = arrowsOf(axle, 'front.left.toe');
  assert.deepEqual(
    arrows.map((each) => [each.point, each.by]),
    [
      ['TI', [0, 3, 0]],
      ['TO', [0.5, 0, -2]],
      ['WC', [0, 0, 0]],
    ],
  );
  assert.deepEqual(arrowsOf(axle, 'front.trail'), []);
});

test('a vehicle says so on a line of its own', () => {
  assert.equal(isVehicle('bricard: 1\nvehicle:\n  chassis: car'), true);
  assert.equal(isVehicle('roles: {carrier: upright}'), true);
  assert.equal(isVehicle('name: the vehicle: a test'), false);
});
