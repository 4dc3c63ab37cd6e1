import assert from 'node:assert/strict';
import {test} from 'node:test';
import {type Family, partOf, scaleColor, valuesOf, variantAt, variantDetail, wordsOf} from './family.ts';

const family: Family = {
  varied: [
    {name: 'UBJ.z', unit: 'mm'},
    {name: 'k', unit: ''},
  ],
  curves: [
    {values: [290, 1], from: 0, to: 10},
    {values: [290, 2], from: 10, to: 20},
    {values: [310, 1], from: 20, to: 25},
    {values: [310, 2], from: 25, to: 40},
  ],
};

test('a variant has its own rows', () => {
  const detail = {id: 'r0', rows: 40, axis: 't', columns: [], files: [], family};
  const own = variantDetail(detail, 2);
  assert.deepEqual([own.first, own.rows], [20, 5]);
  assert.equal(variantDetail({...detail, family: undefined}, 2).rows, 40);
});

test('values and the variant that has them', () => {
  assert.deepEqual(valuesOf(family, 0), [290, 310]);
  assert.equal(variantAt(family, [310, 1]), 2);
  assert.equal(variantAt(family, [309, 2]), 3);
  assert.equal(wordsOf(family, 3), 'UBJ.z = 310 mm, k = 2');
});

test('colors run from the lowest to the highest value', () => {
  assert.equal(partOf(family, 0), 0);
  assert.equal(partOf(family, 3), 1);
  assert.equal(scaleColor(0), '#440154');
  assert.equal(scaleColor(1), '#6ece58');
  assert.equal(scaleColor(Number.NaN).length, 7);
});
