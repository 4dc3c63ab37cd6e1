// Whether two scenes look alike: then the motion of the run need not give way to the design position of the edited model.
import type {Scene} from '../data/types.ts';

/** What is drawn; masses, stiffnesses and names of parameters are not. */
function drawn(scene: Scene): string {
  const {dimension, units, ground, joints, constraints, drivers, points} = scene;
  const bodies = scene.bodies.map(({name, at, q, geometry, attachments}) => ({name, at, q, geometry, attachments}));
  const forces = scene.forces.map(({freeLength: _, ...rest}) => rest);
  return JSON.stringify([dimension, units, bodies, ground, joints, constraints, drivers, forces, points]);
}

export function sameDrawing(a: Scene, b: Scene): boolean {
  if (a.bodies.length !== b.bodies.length || a.joints.length !== b.joints.length) return false;
  return drawn(a) === drawn(b);
}
