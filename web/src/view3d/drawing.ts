// Draws any model as the mechanism it is.
import * as THREE from 'three';
import type {Scene} from '../types.ts';
import type {Drawing, DrawOptions, Frame} from './drawing_types.ts';

export type {Drawing, DrawOptions, Frame, Layer} from './drawing_types.ts';

/** The bodies where the file has them. */
export function designFrame(scene: Scene): Frame {
  const poses = new Float64Array(7 * scene.bodies.length);
  scene.bodies.forEach((body, i) => {
    poses.set(body.at, 7 * i);
    poses.set(body.q, 7 * i + 3);
  });
  return {poses};
}

export function draw(_scene: Scene, _options: DrawOptions): Drawing {
  throw new Error(`not drawn yet ${THREE.REVISION}`);
}
