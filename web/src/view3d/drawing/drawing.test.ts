import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as THREE from 'three';
import {constraints, forces, joints} from '../../data/generated.ts';
import type {ElementRef, Scene, Vec3} from '../../data/types.ts';
import {couplingOf} from '../bodies/gears.ts';
import {readMesh} from '../bodies/mesh_files.ts';
import {coilRadius} from '../symbols/force_symbols.ts';
import {hasForceSymbol} from '../symbols/forces.ts';
import {fixingDirection, niceStep} from '../symbols/ground.ts';
import {hasJointSymbol} from '../symbols/joints.ts';
import {designFrame, draw} from './drawing.ts';
import {bodyWith, hinge, sceneWith} from './test_scene.ts';
import {hardwareRadius} from './workshop.ts';

const asset = async () => new ArrayBuffer(0);

/** A pendulum of 2 m that hangs from the origin; its hinge is about z. */
function pendulum(more: Partial<Scene> = {}): Scene {
  const bar = bodyWith('bar', [0, -1, 0], []);
  bar.attachments = [
    {at: [0, 1, 0], of: [{section: 'joints', name: 'pin'}]},
    {at: [0, -1, 0], of: [{section: 'forces', name: 'spring'}]},
  ];
  const pin = hinge('pin', ['ground', 'bar'], [0, 0, 0], [0, 1, 0]);
  const ground = [{at: [0, 0, 0] as [number, number, number], of: [{section: 'joints' as const, name: 'pin'}]}];
  return sceneWith([bar], [pin], {ground, gravity: [0, -9.81, 0], size: 2, ...more});
}

function hit(
  objects: THREE.Object3D[],
  from: [number, number, number],
  to: [number, number, number],
): ElementRef | undefined {
  const origin = new THREE.Vector3(...from);
  const caster = new THREE.Raycaster(origin, new THREE.Vector3(...to).sub(origin).normalize());
  return caster.intersectObjects(objects)[0]?.object.userData.ref;
}

test('a ray finds the body and the joint where they are placed', () => {
  const scene = pendulum();
  const drawing = draw(scene, {theme: 'light', asset});
  assert.deepEqual(hit(drawing.pickables, [0, -0.5, 5], [0, -0.5, 0]), {section: 'bodies', name: 'bar'});
  assert.deepEqual(hit(drawing.pickables, [0.01, 0, 5], [0.01, 0, 0]), {section: 'joints', name: 'pin'});
  // turned by 90 degrees about the hinge: the bar points along x
  const frame = designFrame(scene);
  frame.poses.set([1, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  drawing.place(frame);
  assert.equal(hit(drawing.pickables, [0, -0.5, 5], [0, -0.5, 0])?.name, undefined);
  assert.deepEqual(hit(drawing.pickables, [1.5, 0, 5], [1.5, 0, 0]), {section: 'bodies', name: 'bar'});
  drawing.show('bodies', false);
  assert.equal(hit(drawing.pickables, [1.5, 0, 5], [1.5, 0, 0]), undefined);
  drawing.dispose();
});

test('points and matrices follow the frame', () => {
  const scene = pendulum();
  const drawing = draw(scene, {theme: 'dark', asset});
  const frame = designFrame(scene);
  frame.poses.set([1, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  drawing.place(frame);
  const point = new THREE.Vector3();
  assert.equal(drawing.jointPoint('pin', point), true);
  assert.ok(point.length() < 1e-12);
  assert.equal(drawing.jointPoint('nothing', point), false);
  assert.ok(
    new THREE.Vector3(0, -1, 0).applyMatrix4(drawing.bodyMatrix('bar')).distanceTo(new THREE.Vector3(2, 0, 0)) < 1e-12,
  );
  assert.ok(drawing.bodyMatrix('ground').equals(new THREE.Matrix4()));
  const box = drawing.bounds();
  assert.ok(box.max.x > 2 && box.max.x < 2.2 && box.min.y > -0.3);
});

test('a ghost has bodies only and cannot be picked', () => {
  const drawing = draw(pendulum(), {theme: 'light', asset, ghost: '#cc3311'});
  assert.equal(drawing.pickables.length, 0);
  const box = drawing.bounds();
  assert.ok(box.max.z - box.min.z < 0.2);
});

test('models without anything, and with every kind of joint, are drawn', () => {
  draw(sceneWith([], [], {size: 1}), {theme: 'light', asset}).dispose();
  const symbols = [...Object.values(joints), ...Object.values(constraints), 'something_new', 'toString'];
  for (const dimension of [2, 3] as const)
    for (const symbol of symbols) {
      const scene = pendulum({dimension});
      scene.joints[0] = {...scene.joints[0]!, symbol, radius: 0.3, lead: 0.1};
      scene.drivers.push({name: 'motor', active: true, joint: 'pin', coordinate: 'angle'});
      const box = draw(scene, {theme: 'light', asset}).bounds();
      for (const x of [...box.min.toArray(), ...box.max.toArray()]) assert.ok(Math.abs(x) < 10, `${symbol}: ${x}`);
    }
});

test('every kind of the program has a symbol', () => {
  for (const symbol of [...Object.values(joints), ...Object.values(constraints)])
    assert.ok(hasJointSymbol(symbol) || couplingOf(symbol), symbol);
  for (const symbol of Object.values(forces)) assert.ok(hasForceSymbol(symbol), symbol);
  assert.equal(hasJointSymbol('something_new') || hasForceSymbol('toString'), false);
});

test('what rolls is a disc where the file gives its axis, else a ball', () => {
  const depth = (keys: string[]) => {
    const scene = sceneWith([bodyWith('wheel', [0, 0, 0.5], [[0, 0, 0]])], [], {size: 1});
    const at: [Vec3, Vec3] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    const axis: [Vec3, Vec3] = [
      [0, 0, 1],
      [0, 1, 0],
    ];
    const kind = {type: 'rolling', symbol: 'wheel'} as const;
    scene.joints.push({name: 'rim', ...kind, active: true, bodies: ['ground', 'wheel'], at, axis, radius: 0.5});
    const data = keys.map((key) => ({key, value: '', unit: '', help: ''}));
    const element = {name: 'rim', type: 'rolling', active: true, line: 0, data, columns: []};
    scene.sections.push({name: 'joints', elements: [element]});
    return draw(scene, {theme: 'light', asset}).bounds().max.y;
  };
  assert.ok(Math.abs(depth([]) - 0.5) < 1e-3);
  assert.ok(depth(['axis2']) < 0.2);
});

test('a hundred bodies are placed far below a millisecond', () => {
  const n = 100;
  const bodies = Array.from({length: n}, (_, i) =>
    bodyWith(
      `b${i}`,
      [i + 0.5, 0, 0],
      [
        [-0.5, 0, 0],
        [0.5, 0, 0],
      ],
    ),
  );
  const joints = bodies.map((body, i) =>
    hinge(`j${i}`, [i ? `b${i - 1}` : 'ground', body.name], [i ? 0.5 : 0, 0, 0], [-0.5, 0, 0]),
  );
  const scene = sceneWith(bodies, joints, {size: 100});
  const drawing = draw(scene, {theme: 'light', asset});
  const frame = designFrame(scene);
  for (let i = 0; i < 200; ++i) drawing.place(frame);
  const start = performance.now();
  for (let i = 0; i < 200; ++i) drawing.place(frame);
  assert.ok((performance.now() - start) / 200 < 0.5);
});

test('a mesh is drawn when its file has come; a file that cannot be read is a box', async () => {
  const stl =
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 5 0 0\nvertex 0 5 0\nendloop\nendfacet\nendsolid a\n';
  const files: Record<string, string> = {'good.stl': stl, 'bad.stl': ''};
  const warn = console.warn;
  const warnings: string[] = [];
  console.warn = (text: string) => warnings.push(text);
  try {
    for (const file of Object.keys(files)) {
      const scene = pendulum();
      scene.bodies[0]!.geometry = [{type: 'mesh', file, at: [0, 0, 0]}];
      const bytes = async (name: string) => new TextEncoder().encode(files[name]).buffer as ArrayBuffer;
      let drawing = draw(scene, {theme: 'light', asset: bytes});
      await new Promise<void>((changed) => {
        drawing = draw(scene, {theme: 'light', asset: bytes, changed});
      });
      const {max} = drawing.bounds();
      if (file === 'good.stl') assert.ok(Math.abs(max.x - 5) < 1e-6 && Math.abs(max.y - 4) < 1e-6);
      else assert.ok(max.x < 1);
      const seen = file === 'good.stl' ? [2, 0.5, 5] : [0, -1, 5];
      const ref = hit(drawing.pickables, seen as [number, number, number], [seen[0]!, seen[1]!, 0]);
      assert.deepEqual(ref, {section: 'bodies', name: 'bar'});
    }
  } finally {
    console.warn = warn;
  }
  assert.ok(
    warnings.length > 0 && warnings.every((text) => /bad\.stl is drawn as a box: the file is empty/.test(text)),
  );
});

test('hardware stays small beside short bars', () => {
  assert.ok(Math.abs(hardwareRadius(1, []) - 0.024) < 1e-12);
  assert.ok(hardwareRadius(100, [1, 1, 1, 1]) < 0.25);
  assert.ok(hardwareRadius(1, [0.5, 0.6]) === hardwareRadius(1, []));
});

test('a coil is straight at its ends and round between', () => {
  assert.equal(coilRadius(0.05, 0.1, 0.9), 0);
  assert.equal(coilRadius(0.95, 0.1, 0.9), 0);
  assert.equal(coilRadius(0.5, 0.1, 0.9), 1);
  assert.ok(coilRadius(0.12, 0.1, 0.9) > 0 && coilRadius(0.12, 0.1, 0.9) < 1);
});

test('ground is below what stands on it, above what hangs from it, and not along a hinge', () => {
  const all = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map(([x, y, z]) => new THREE.Vector3(x, y, z));
  const down = new THREE.Vector3(0, -1, 0);
  const choose = (towards: [number, number, number], axis: [number, number, number] | null) =>
    fixingDirection(all, down, new THREE.Vector3(...towards), axis && new THREE.Vector3(...axis)).toArray();
  assert.deepEqual(choose([0.6, 0.8, 0], null), [0, -1, 0]);
  assert.deepEqual(choose([0, -1, 0], null), [0, 1, 0]);
  assert.notDeepEqual(choose([0, 0, 0], [0, 1, 0]).map(Math.abs), [0, 1, 0]);
});

test('grid steps are round', () => {
  assert.equal(niceStep(0.13), 0.2);
  assert.equal(niceStep(1), 1);
  assert.equal(niceStep(430), 500);
});

test('meshes are read from STL, ASCII and binary, and OBJ', () => {
  const text = (s: string) => new TextEncoder().encode(s).buffer as ArrayBuffer;
  const ascii =
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 3 0\nendloop\nendfacet\nendsolid a\n';
  const size = (geometry: THREE.BufferGeometry) => {
    geometry.computeBoundingBox();
    return geometry.boundingBox!.getSize(new THREE.Vector3()).toArray();
  };
  assert.deepEqual(size(readMesh('a.stl', text(ascii))), [2, 3, 0]);
  const binary = new DataView(new ArrayBuffer(84 + 50));
  binary.setUint32(80, 1, true);
  [0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0].forEach((x, i) => {
    binary.setFloat32(84 + 4 * i, x, true);
  });
  assert.deepEqual(size(readMesh('b.STL', binary.buffer)), [2, 3, 0]);
  assert.deepEqual(size(readMesh('c.obj', text('v 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n'))), [2, 3, 0]);
  assert.throws(() => readMesh('d.obj', text('# nothing\n')), /no triangles/);
  assert.throws(() => readMesh('d.step', text('x')), /only .stl and .obj/);
  assert.throws(() => readMesh('d.stl', new ArrayBuffer(0)), /empty/);
});
