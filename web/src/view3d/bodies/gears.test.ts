import assert from 'node:assert/strict';
import {test} from 'node:test';
import {joints as symbols} from '../../data/generated.ts';
import type {SceneJoint} from '../../data/types.ts';
import {bodyWith, hinge, sceneWith} from '../drawing/test_scene.ts';
import {pitchRadii, toothed, wholeTeeth} from './gears.ts';

const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
const coupling = (
  name: string,
  type: 'gear' | 'coupler' | 'rack_pinion',
  joints: string[],
  ratio: number[],
): SceneJoint => ({
  ...{name, type, symbol: symbols[type], active: true, bodies: [], joints, ratio},
});

test('pitch radii fill the distance of the axes', () => {
  // 18 and 54 teeth of module 1.5: 13.5 and 40.5, axes 54 apart
  const outside = pitchRadii(54, -18 / 54)!;
  near(outside[0], 13.5);
  near(outside[1], 40.5);
  // a wheel of 20 in a ring of 60: the axes are 40 apart
  const inside = pitchRadii(40, 3)!;
  near(inside[0], 60);
  near(inside[1], 20);
  assert.equal(pitchRadii(1, 1), null);
  assert.equal(pitchRadii(0, -2), null);
});

test('a pair of gears has whole teeth in the ratio, a tooth of one before a gap of the other', () => {
  const bodies = [bodyWith('a', [0, 0, 0], [[0, 0, 0]]), bodyWith('b', [54, 0, 0], [[0, 0, 0]])];
  const joints = [
    hinge('ja', ['ground', 'a'], [0, 0, 0], [0, 0, 0]),
    hinge('jb', ['ground', 'b'], [54, 0, 0], [0, 0, 0]),
  ];
  const {wheels} = toothed(sceneWith(bodies, [...joints, coupling('mesh', 'gear', ['ja', 'jb'], [-1 / 3])]));
  const [a, b] = wheels;
  near(a!.radius, 13.5);
  near(b!.radius, 40.5);
  assert.equal(b!.teeth, 3 * a!.teeth);
  near(a!.phase.x, 1);
  // from b the contact is at -x; half a pitch away from a tooth of b
  const angle = Math.atan2(b!.phase.y, b!.phase.x) - Math.PI;
  const pitches = (angle * b!.teeth) / (2 * Math.PI);
  near(Math.abs(pitches - Math.round(pitches)), 0.5);
});

test('a planet on a carrier meshes with a ring on ground and with the sun', () => {
  // sun 20, planet 20, ring 60 of module 2: the carrier is 40 long
  const bodies = [
    bodyWith('sun', [0, 0, 0], []),
    bodyWith('carrier', [0, 0, 0], []),
    bodyWith('planet', [40, 0, 0], []),
  ];
  const joints = [
    hinge('js', ['ground', 'sun'], [0, 0, 0], [0, 0, 0]),
    hinge('jc', ['ground', 'carrier'], [0, 0, 0], [0, 0, 0]),
    hinge('jp', ['carrier', 'planet'], [40, 0, 0], [0, 0, 0]),
    coupling('sun_mesh', 'coupler', ['js', 'jc', 'jp'], [20, -20, 20]),
    coupling('ring_mesh', 'gear', ['jc', 'jp'], [-3]),
  ];
  const {wheels} = toothed(sceneWith(bodies, joints));
  const radius = (body: string) => wheels.filter((wheel) => wheel.body === body).map((wheel) => wheel.radius);
  assert.deepEqual(radius('sun').map(Math.round), [20]);
  assert.deepEqual(radius('planet').map(Math.round), [20]);
  assert.deepEqual(radius('ground').map(Math.round), [60]);
  assert.equal(wheels.find((wheel) => wheel.body === 'ground')!.ring, true);
  assert.equal(wheels.find((wheel) => wheel.body === 'ground')!.teeth, 3 * wheels[0]!.teeth);
});

test('a rack lies where the rim of its pinion moves along it', () => {
  const bodies = [bodyWith('pinion', [0, 0, 0], []), bodyWith('rack', [0, 14, 0], [])];
  const slide: SceneJoint = {
    ...{
      name: 'jr',
      type: 'prismatic',
      symbol: 'slider',
      active: true,
      bodies: ['ground', 'rack'],
      at: [
        [0, 14, 0],
        [0, 0, 0],
      ],
    },
    axis: [
      [-1, 0, 0],
      [-1, 0, 0],
    ],
  };
  const joints = [hinge('jp', ['ground', 'pinion'], [0, 0, 0], [0, 0, 0]), slide];
  const {racks, wheels} = toothed(sceneWith(bodies, [...joints, coupling('mesh', 'rack_pinion', ['jp', 'jr'], [14])]));
  // omega z x r y = -r omega x: above the pinion
  assert.deepEqual(racks[0]!.at.toArray().map(Math.round), [0, 14, 0]);
  near(wheels[0]!.radius, 14);
  near(racks[0]!.pitch * wheels[0]!.teeth, 2 * Math.PI * 14);
});

test('teeth are whole for both wheels where some count allows it', () => {
  assert.equal((wholeTeeth(2.5, 16) * 2.5) % 1, 0);
  assert.equal((wholeTeeth(4 / 3, 16) * 4) % 3, 0);
});
