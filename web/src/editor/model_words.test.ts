import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Scene} from '../data/types.ts';
import {helpFor, placeAt, wordsAt} from './model_words.ts';

const text = `bricard: 1
points:
  A: [0, 0, 0]
bodies:
  rod:
    mass: 1
    ‸
joints:
  pivot: {type: revolute, bodies: [ground, ‸], at: A}
  slide: {type: prismatic, ‸}
forces:
  s: {type: ‸}
  t:
    type: spring_damper
    stiff‸
‸
`;
/** The places of the marks, one after the other. */
const places = text
  .split('‸')
  .map((_, i, parts) => placeAt(parts.slice(0, i + 1).join(''), parts.slice(i + 1).join('')));

test('a place knows its section, the kind of its element, and whether a key or a value is written', () => {
  assert.deepEqual(places[0], {section: 'bodies', type: '', key: ''});
  assert.deepEqual(places[1], {section: 'joints', type: 'revolute', key: 'bodies'});
  assert.deepEqual(places[2], {section: 'joints', type: 'prismatic', key: ''});
  assert.deepEqual(places[3]!.key, 'type');
  assert.deepEqual(places[4], {section: 'forces', type: 'spring_damper', key: ''});
  assert.equal(places[5]!.section, '');
});

test('words that may stand there', () => {
  const scene = {
    bodies: [{name: 'rod'}],
    joints: [],
    points: [],
    parameters: [],
    sections: [],
    units: {},
  } as unknown as Scene;
  const labels = (i: number) => wordsAt(places[i]!, scene).map((each) => each.label);
  assert.ok(labels(0).includes('inertia') && labels(0).includes('geometry'));
  assert.deepEqual(labels(1), ['ground', 'rod']);
  assert.ok(labels(2).includes('axis') && labels(2).includes('initial'));
  assert.ok(labels(3).includes('spring_damper') && !labels(3).includes('revolute'));
  assert.ok(labels(4).includes('stiffness'));
  assert.ok(labels(5).includes('outputs'));
});

test('help of keys, kinds and names', () => {
  const scene = {parameters: [{name: 'k', value: 35, unit: 'N/mm'}], points: []} as unknown as Scene;
  assert.notEqual(helpFor('stiffness', places[4]!, null), '');
  assert.notEqual(helpFor('revolute', places[1]!, null), '');
  assert.equal(helpFor('k', {...places[4]!, key: 'stiffness'}, scene), 'parameter: 35 N/mm');
  assert.equal(helpFor('nonsense', places[4]!, scene), '');
});
