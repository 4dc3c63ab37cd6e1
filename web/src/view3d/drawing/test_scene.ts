// Small scenes for the tests of the drawing.
import type {Scene, SceneBody, SceneJoint, Vec3} from '../../data/types.ts';

export function bodyWith(name: string, at: Vec3, points: Vec3[], more: Partial<SceneBody> = {}): SceneBody {
  const attachments = points.map((point, i) => ({at: point, of: [{section: 'joints' as const, name: `${name}_${i}`}]}));
  return {name, at, q: [1, 0, 0, 0], mass: 1, inertia: [1, 1, 1], geometry: [], attachments, ...more};
}

export function sceneWith(bodies: SceneBody[], joints: SceneJoint[] = [], more: Partial<Scene> = {}): Scene {
  const units = {length: 'm', mass: 'kg', time: 's', angle: 'rad', force: 'N', radians: 1};
  const none = {
    ground: [],
    constraints: [],
    drivers: [],
    forces: [],
    sensors: [],
    points: [],
    parameters: [],
    sections: [],
    handles: [],
  };
  return {
    name: '',
    dimension: 3,
    units,
    gravity: [0, 0, -9.81],
    size: 4,
    bodies,
    joints,
    ...none,
    analysis: '',
    ...more,
  };
}

/** A hinge about z. */
export function hinge(name: string, bodies: [string, string], first: Vec3, second: Vec3): SceneJoint {
  const z: Vec3 = [0, 0, 1];
  return {name, type: 'revolute', symbol: 'hinge', active: true, bodies, at: [first, second], axis: [z, z]};
}
