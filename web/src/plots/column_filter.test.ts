import assert from 'node:assert/strict';
import {test} from 'node:test';
import {elementOf, findColumns, score} from './column_filter.ts';

const names = ['crank.x', 'crank.y', 'crank.angle', 'left.crank.angle', 'main.angle', 'energy.kinetic', 'tension'];
const flat = (query: string) => findColumns(names, query).flatMap((each) => each.columns);

test('without letters all columns, by element, as they stand', () => {
  assert.deepEqual(
    findColumns(names, '').map((each) => [each.element, each.columns.length]),
    [
      ['crank', 3],
      ['left.crank', 1],
      ['main', 1],
      ['energy', 1],
      ['', 1],
    ],
  );
});

test('letters in order, words in any order, any case', () => {
  assert.equal(flat('crank.an')[0], 'crank.angle');
  assert.equal(flat('cran an')[0], 'crank.angle');
  assert.deepEqual(flat('angle left'), ['left.crank.angle']);
  assert.deepEqual(flat('ENKIN'), ['energy.kinetic']);
  assert.deepEqual(flat('xyz'), []);
  assert.deepEqual(flat('ek').includes('energy.kinetic'), true);
});

test('what is meant comes first', () => {
  assert.ok(score('main.angle', 'angle')! > score('main.al_nagle_x_e', 'angle')!);
  assert.ok(score('tension', 'ten')! > score('extent', 'ten')!);
  assert.equal(score('main', 'z'), null);
  assert.equal(elementOf('left.upright.x'), 'left.upright');
  assert.equal(elementOf('force'), '');
});
