// What the page shares with the program, from its lists and field tables. Do not edit it: it is written by
//   bricard reference --page-types web/src/data/generated.ts
import type {Vec3} from './types.ts';

export type SectionName = 'parameters' | 'points' | 'tables' | 'bodies' | 'joints' | 'constraints' | 'drivers' | 'forces' | 'sensors' | 'inputs' | 'states' | 'events' | 'outputs' | 'subsystems' | 'analysis';
export type ForceFrame = 'global' | 'body';

// Of each type of element the symbol that it is drawn with.
export const joints = {
  revolute: 'hinge',
  prismatic: 'slider',
  cylindrical: 'sleeve',
  spherical: 'ball',
  universal: 'cross',
  planar: 'plane',
  fixed: 'weld',
  screw: 'screw',
  free: 'none',
  point_on_line: 'ball_on_line',
  point_on_plane: 'ball_on_plane',
  parallel_axes: 'loose_axes',
  perpendicular_axes: 'loose_axes',
  constant_velocity: 'constant_velocity',
  revolute_cylindrical: 'pin_and_sleeve',
  revolute_prismatic: 'pin_and_sleeve',
  spherical_spherical: 'two_balls',
  spherical_revolute: 'ball_and_pin',
  gear: 'gears',
  rack_pinion: 'rack',
  coupler: 'coupler',
  rolling: 'wheel',
} as const;
export type JointType = keyof typeof joints;

export const constraints = {
  distance: 'rod',
  dot1: 'angle_mark',
  dot2: 'angle_mark',
  coordinate: 'rod',
  expression: 'none',
} as const;
export type ConstraintType = keyof typeof constraints;

export const forces = {
  force: 'anchor',
  torque: 'anchor',
  spring_damper: 'spring',
  rotational_spring_damper: 'spiral',
  joint_force: 'anchor',
  bushing: 'bushing',
} as const;
export type ForceType = keyof typeof forces;

/** Coordinates of joints that are defined in every position. */
export const coordinates = ['angle', 'position', 'angle2', 'x', 'y', 'z'] as const;

/** The geometry of a body, as in the file. */
export interface Geometry {
  /** cylinder, box, sphere, line or mesh */
  type: 'cylinder' | 'box' | 'sphere' | 'line' | 'mesh';
  /** radius of a cylinder or sphere */
  radius?: number;
  /** first end */
  from?: Vec3;
  /** second end */
  to?: Vec3;
  /** center of a box or sphere */
  at?: Vec3;
  /** edges of a box */
  size?: Vec3;
  /** mesh file */
  file?: string;
  /** name or #rrggbb */
  color?: string;
}

export const analyses = ['assembly', 'kinematics', 'inverse_dynamics', 'dynamics', 'equilibrium', 'modes'] as const;
export type AnalysisType = (typeof analyses)[number];

/** Keys of `analysis` that a run may have otherwise than the file, as texts. */
export interface AnalysisOptions {
  /** simulated time */
  duration?: string;
  /** time between rows of results.csv; default: duration/1000 */
  output_step?: string;
  /** auto or one of `bricard list` */
  coordinates?: string;
  /** auto or one of `bricard list` */
  formulation?: string;
  /** auto or one of `bricard list` */
  stabilization?: string;
  /** auto or one of `bricard list` */
  integrator?: string;
  /** relative error, or {relative: , absolute: } */
  tolerance?: string;
  /** fixed step, for fixed-step integrators */
  step?: string;
  /** largest step */
  max_step?: string;
}

/** Line 0: of the whole file; file "": the text itself. */
export interface Fault {
  file: string;
  line: number;
  column: number;
  where: string;
  what: string;
  hint: string;
}
