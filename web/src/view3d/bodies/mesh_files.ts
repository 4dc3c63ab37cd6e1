// Shapes from files: STL, ASCII or binary, and OBJ. A file that cannot be read is drawn as a box, and the console says why.
import * as THREE from 'three';
import {OBJLoader} from 'three/addons/loaders/OBJLoader.js';
import {STLLoader} from 'three/addons/loaders/STLLoader.js';
import {mergeGeometries} from 'three/addons/utils/BufferGeometryUtils.js';
import {Sheet} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {MeshFile} from './body_shapes.ts';

export function readMesh(name: string, bytes: ArrayBuffer): THREE.BufferGeometry {
  if (bytes.byteLength === 0) throw new Error('the file is empty');
  let geometry: THREE.BufferGeometry | null = null;
  if (/\.obj$/i.test(name)) {
    const parts: THREE.BufferGeometry[] = [];
    new OBJLoader().parse(new TextDecoder().decode(bytes)).traverse((each) => {
      if (!(each instanceof THREE.Mesh)) return;
      const part = new THREE.BufferGeometry();
      part.setAttribute('position', each.geometry.getAttribute('position'));
      parts.push(part);
    });
    geometry = parts.length > 0 ? mergeGeometries(parts) : null;
  } else if (/\.stl$/i.test(name)) geometry = new STLLoader().parse(bytes);
  else throw new Error('only .stl and .obj files are read');
  const positions = geometry?.getAttribute('position');
  if (!geometry || !positions || positions.count < 3) throw new Error('it holds no triangles');
  for (const x of positions.array) if (!Number.isFinite(x)) throw new Error('it holds points that are not numbers');
  geometry.computeVertexNormals();
  return geometry;
}

/** Draws a file's shape on a sheet of its own. */
export async function drawMesh(
  file: MeshFile,
  asset: (name: string) => Promise<ArrayBuffer>,
  boxSize: number,
): Promise<Sheet> {
  const {shape, pen} = file;
  const sheet = new Sheet();
  const [e0, e1, e2, e3] = shape.q ?? [1, 0, 0, 0];
  const at = new THREE.Matrix4().makeRotationFromQuaternion(new THREE.Quaternion(e1, e2, e3, e0));
  at.setPosition(...(shape.at ?? ([0, 0, 0] as const)));
  const name = shape.file ?? '';
  try {
    const geometry = readMesh(name, await asset(name));
    const many = geometry.getAttribute('position').count > 300000;
    sheet.solid({...pen, smooth: many}, solids.solidOf(geometry, many ? 180 : 30), at);
  } catch (error) {
    console.warn(`the mesh ${name} is drawn as a box: ${error instanceof Error ? error.message : error}`);
    sheet.solid(pen, solids.box(), at, [boxSize, boxSize, boxSize]);
  }
  return sheet;
}
