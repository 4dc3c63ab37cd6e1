import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import type {SceneForce} from '../../data/types.ts';
import type {Drawing} from '../drawing/drawing_types.ts';
import {Arrows} from './arrows.ts';
import {body, runOf, sceneOf, stateOf} from './scene_for_tests.ts';

// A spring from ground at (0, 0, 5) to the center of a body that stands at (0, 0, 1).
const spring: SceneForce = {
  name: 's',
  type: 'spring_damper',
  symbol: 'spring',
  active: true,
  ends: [
    {body: 'ground', at: [0, 0, 5]},
    {body: 'b', at: [0, 0, 0]},
  ],
};
const matrices = new Map([
  ['ground', new THREE.Matrix4()],
  ['b', new THREE.Matrix4().makeTranslation(0, 0, 1)],
]);
const drawing = {bodyMatrix: (name: string) => matrices.get(name)!} as unknown as Drawing;

async function arrowsOf(columns: Record<string, number[]>, forces: SceneForce[]) {
  const scene = sceneOf({bodies: [body('b', [0, 0, 1])], forces, size: 8, gravity: [0, 0, 0]});
  const {run, source} = runOf(scene, columns);
  let arrived = () => {};
  const loaded = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const arrows = new Arrows(stateOf(run, source), run, scene, () => arrived());
  arrows.theme('light');
  arrows.mode = 'all';
  arrows.place(drawing, 0, null, false);
  await loaded;
  return arrows;
}

// Foot and tip of what is drawn: from the foot of the shafts to the tips of the heads.
function ends(arrows: Arrows) {
  const [shaft, head] = arrows.root.children as THREE.InstancedMesh[];
  const out: {from: number[]; to: number[]}[] = [];
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < shaft!.count; ++i) {
    shaft!.getMatrixAt(i, matrix);
    const from = new THREE.Vector3(0, 0, 0).applyMatrix4(matrix).toArray();
    head!.getMatrixAt(i, matrix);
    const to = new THREE.Vector3(0, 1, 0).applyMatrix4(matrix).toArray();
    out.push({from, to});
  }
  return out;
}

const round = (values: number[]) => values.map((each) => Math.round(1e4 * each) / 1e4 + 0);

test('a tension is drawn at both ends towards each other; the largest of the run is a quarter of the scene', async () => {
  const arrows = await arrowsOf({t: [0, 1], 's.force': [100, 50]}, [spring]);
  arrows.place(drawing, 0, null, false);
  assert.deepEqual(
    ends(arrows).map(({from, to}) => [round(from), round(to)]),
    [
      [
        [0, 0, 5],
        [0, 0, 3],
      ],
      [
        [0, 0, 1],
        [0, 0, 3],
      ],
    ],
  );
  arrows.factor = 2;
  arrows.place(drawing, 0.5, null, false);
  assert.deepEqual(round(ends(arrows)[0]!.to), [0, 0, 2]);
});

test('compression turns the arrows around', async () => {
  const arrows = await arrowsOf({t: [0, 1], 's.force': [-100, 50]}, [spring]);
  arrows.place(drawing, 0, null, false);
  assert.deepEqual(round(ends(arrows)[1]!.to), [0, 0, -1]);
});

test('of the selection only: of a body what acts on it', async () => {
  const arrows = await arrowsOf({t: [0, 1], 's.force': [100, 50]}, [spring]);
  const count = () => (arrows.root.children[0] as THREE.InstancedMesh).count;
  arrows.mode = 'selected';
  arrows.place(drawing, 0, {section: 'bodies', name: 'b'}, false);
  assert.equal(count(), 1);
  arrows.place(drawing, 0, {section: 'forces', name: 's'}, false);
  assert.equal(count(), 2);
  arrows.place(drawing, 0, null, false);
  assert.equal(count(), 0);
  arrows.mode = 'off';
  arrows.place(drawing, 0, null, false);
  assert.equal(arrows.root.visible, false);
});
