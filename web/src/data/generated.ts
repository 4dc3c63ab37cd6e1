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
  anti_roll_bar: 'anchor',
  aero: 'anchor',
  tire: 'anchor',
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
  /** rows that depend on others: auto leaves them out, keep has them stay in; for formulations that decide on ranks */
  redundant?: string;
  /** relative error, or {relative: , absolute: } */
  tolerance?: string;
  /** fixed step, for fixed-step integrators */
  step?: string;
  /** largest step */
  max_step?: string;
}

/** Keys of elements by section, and by section and kind, with their help. */
export const keys: Record<string, Record<string, string>> = {
  bodies: {
    mass: "mass; a body with mass needs a position",
    inertia: "about the center of mass, body axes",
    position: "center of mass, global, in the design position",
    orientation: "body axes in the design position; default: global axes",
    velocity: "initial velocity of the center of mass, global",
    angular_velocity: "initial angular velocity, global",
    geometry: "shapes for the viewer",
    cut: "body: in relative coordinates it gets a second half without mass, which its other joints hold and six rows close; rod: without mass between two balls, it is replaced by the distance of its ends",
  },
  joints: {
    bodies: "the first and the second body",
    joints: "the joints whose coordinates are coupled, instead of bodies",
    at: "point of the first body",
    at2: "point of the second body; default: what coincides with `at`",
    axis: "axis on the first body",
    axis2: "axis on the second body; default: what coincides with `axis`",
    initial: "coordinates and rates at the start",
    friction: "dry friction",
    cut: "joint, or ball where it is one: in relative coordinates its rows close a loop",
    active: "false switches the element off",
  },
  constraints: {
    bodies: "the first and the second body",
    at: "point of the first body",
    at2: "point of the second body; default: what coincides with `at`",
    axis: "unit vector of the first body",
    axis2: "unit vector of the second body",
    value: "prescribed value, a function of time",
    active: "false switches the element off",
  },
  drivers: {
    joint: "the joint that is driven",
    body: "the body that is driven, instead of a joint",
    at: "its driven point; default: the center of mass",
    coordinate: "the global coordinate: x, y or z of the point; rx, ry or rz, the angles of the body as `euler_xyz` (refused near ry = ±90 deg); in the plane x, y or angle",
    direction: "instead of a coordinate a direction, fixed in ground: the value is the distance of the point from the origin along it",
    value: "its value, a function of time",
    active: "false switches the element off",
  },
  forces: {
    body: "the body it acts on",
    at: "the point it acts at; default: the center of mass",
    from: "first end: {body: , at: }",
    to: "second end: {body: , at: }",
    joint: "the joint whose coordinate it acts on",
    joints: "two joints: it acts on the difference of their coordinates",
    bodies: "the first and the second body",
    axis: "the axis of the angle between the bodies; of a tire the spin axis",
    wheel: "the body of the wheel, which spins",
    carrier: "the body that holds the wheel and does not spin",
    at2: "a second point of the body",
    orientation: "axes of its stiffness in the design position; default: global",
    active: "false switches the element off",
  },
  sensors: {
    body: "the body that carries it",
    at: "its point; default: the center of mass",
    axis: "a direction of the body that is followed too",
    relative_to: "a body whose axes and origin it is seen from; default: global",
  },
  analysis: {
    type: "assembly, kinematics, inverse_dynamics, dynamics, equilibrium or modes",
    duration: "simulated time",
    output_step: "time between rows of results.csv; default: duration/1000",
    coordinates: "auto or one of `bricard list`",
    formulation: "auto or one of `bricard list`",
    stabilization: "auto or one of `bricard list`",
    integrator: "auto or one of `bricard list`",
    redundant: "rows that depend on others: auto leaves them out, keep has them stay in; for formulations that decide on ranks",
    tolerance: "relative error, or {relative: , absolute: }",
    step: "fixed step, for fixed-step integrators",
    max_step: "largest step",
    record: "patterns of the columns to write, for instance crank.*",
    start: "design or equilibrium",
    weights: "of bodies in assembly, relative to their inertia: {rod: 10}",
    independent: "joints whose coordinates shall be the independent ones",
    nonideal: "force elements that are the law C of non-ideal constraints; with udwadia_phohomsiri or udwadia_kalaba",
    newton: "full, modified or quasi: how methods for index3 renew their matrix",
    baumgarte: "{alpha: , beta: }",
    penalty: "{alpha: , omega: , mu: }",
    index3: "{projections: true}",
    equilibrium: "{find: , so_that: , kind: , ..}",
    inverse_dynamics: "{actuators: }",
    modes: "{about: , inputs: , outputs: , frequencies: }",
  },
  geometry: {
    type: "cylinder, box, sphere, line or mesh",
    radius: "radius of a cylinder or sphere",
    from: "first end",
    to: "second end",
    at: "center of a box or sphere",
    size: "edges of a box",
    file: "mesh file",
    color: "name or #rrggbb",
  },
  'joints.revolute': {
  },
  'joints.prismatic': {
  },
  'joints.cylindrical': {
  },
  'joints.spherical': {
  },
  'joints.universal': {
  },
  'joints.planar': {
  },
  'joints.fixed': {
  },
  'joints.screw': {
    lead: "advance per turn, positive: right-handed",
  },
  'joints.free': {
  },
  'joints.point_on_line': {
  },
  'joints.point_on_plane': {
  },
  'joints.parallel_axes': {
  },
  'joints.perpendicular_axes': {
  },
  'joints.constant_velocity': {
  },
  'joints.revolute_cylindrical': {
    length: "distance of hinge and sleeve; default: as designed",
  },
  'joints.revolute_prismatic': {
    length: "distance of hinge and slider; default: as designed",
  },
  'joints.spherical_spherical': {
    length: "length of the rod; default: as designed",
  },
  'joints.spherical_revolute': {
    length: "distance of ball and hinge; default: as designed",
  },
  'joints.gear': {
    ratio: "second angle per first; outside mesh is negative",
  },
  'joints.rack_pinion': {
    ratio: "position of the rack per angle of the pinion",
  },
  'joints.coupler': {
    ratio: "one number for each joint, in the units of the file",
  },
  'joints.rolling': {
    radius: "radius of the disc or ball",
  },
  'constraints.distance': {
  },
  'constraints.dot1': {
  },
  'constraints.dot2': {
  },
  'constraints.coordinate': {
    coordinate: "global component: x, y or z",
  },
  'constraints.expression': {
    equal_zero: "a function of positions and time, in the file's units",
    rate_zero: "instead of it: a function that is linear in velocities, such as a knife edge's \"b.vy*cos(r.angle) - b.vx*sin(r.angle)\"",
  },
  'forces.force': {
    frame: "axes of the components: global or body",
    components: "three components",
    magnitude: "size along `direction`, instead of components",
    direction: "direction of the magnitude",
  },
  'forces.torque': {
    frame: "axes of the components: global or body",
    components: "three components",
    magnitude: "size along `direction`, instead of components",
    direction: "direction of the magnitude",
  },
  'forces.spring_damper': {
    stiffness: "tension per length",
    damping: "tension per rate of length",
    free_length: "length without tension; default: as designed",
    force: "additional tension; may use the element's own `length` and `rate`",
    friction: "dry friction of constant size, of a seal: against the rate, and holds it at rest",
  },
  'forces.rotational_spring_damper': {
    stiffness: "torque per angle",
    damping: "torque per rate of angle",
    free_angle: "angle without torque; default: as designed",
    torque: "additional torque against growing angle; may use the element's own `angle` and `rate`",
    friction: "dry friction of constant size: against the rate, and holds it at rest",
  },
  'forces.joint_force': {
    force: "force that increases a position",
    torque: "torque that increases an angle, instead of force",
    friction: "dry friction of constant size, a torque where `torque` is given: against the rate, and holds it at rest",
  },
  'forces.bushing': {
    stiffness: "force per length along the three axes",
    damping: "force per velocity along the three axes",
    rotational_stiffness: "torque per angle about the axes",
    rotational_damping: "torque per angular velocity about the axes",
    matrix: "6×6 stiffness instead of both stiffnesses: rows forces, then torques; columns displacements, then angles",
    preload: "three forces, then three torques on the second body in the design position",
  },
  'forces.anti_roll_bar': {
    stiffness: "force per difference of positions",
    damping: "force per rate of the difference",
    rotational_stiffness: "torque per difference of angles",
    rotational_damping: "torque per rate of the difference",
  },
  'forces.aero': {
    drag: "against the velocity; may use own `speed`, `front_height`, `rear_height`",
    downforce: "towards the road at `at`, likewise",
    rear_downforce: "towards the road at `at2`, likewise",
  },
  'forces.tire': {
    model: "magic_formula (5.2, 6.1: as the file says), fiala, linear or table",
    file: "its parameters: a .tir file, or of a table .csv; the path from the model file",
    side: "left, right: the side of the vehicle it is on, where the file was measured on the other its mirror image is taken; symmetric: without ply steer and conicity; mirrored; default: as measured",
    relaxation: "false: forces follow slip at once, and it creeps at rest",
    slip: "what stands for slip angle and inclination in the Magic Formula: angle, or tangent (and sine)",
    radius: "without load; default: of the file",
    rolling_radius: "effective: speed over spin of a wheel that rolls freely; default: of the file, else the radius less a third of the deflection",
    width: "of the tread, for the moment of a Fiala tire",
    vertical_stiffness: "load per deflection",
    vertical_damping: "load per rate of deflection",
    pressure: "default: INFLPRES of the file",
    slip_stiffness: "of linear and fiala: longitudinal force per slip",
    cornering_stiffness: "of linear and fiala: side force per slip angle",
    camber_stiffness: "of linear: side force per inclination",
    trail: "of linear: aligning moment per side force",
    sliding_friction: "of fiala: friction where all slides, per `friction`; default 1",
    rolling_resistance: "of linear and fiala: moment per load",
    relaxation_x: "length over which longitudinal slip builds up",
    relaxation_y: "length over which the slip angle builds up",
    low_speed: "below it slip is no quotient; default: VXLOW of the file, else 1 m/s",
    friction: "of the road, per friction of the tire's law; may be a function",
    deflection_x: "the tread's deflection along the heading; default: a state is added",
    deflection_y: "the tread's deflection across it; default: a state is added",
  },
};

/** What a kind of element is. */
export const kindHelp: Record<string, string> = {
  'joints.revolute': "hinge: turns about one axis",
  'joints.prismatic': "slider: moves along one axis without turning",
  'joints.cylindrical': "sleeve: turns about and moves along one axis",
  'joints.spherical': "ball: turns freely about one point",
  'joints.universal': "cross: turns about an axis of each body, the two kept perpendicular",
  'joints.planar': "plane on plane: moves in a plane and turns about its normal",
  'joints.fixed': "weld: no relative motion",
  'joints.screw': "screw and nut: moves along an axis as it turns about it",
  'joints.free': "no constraint; chooses relative coordinates between two bodies",
  'joints.point_on_line': "a point of the second body (`at2`) stays on a line of the first (`at`, `axis`)",
  'joints.point_on_plane': "a point of the second body (`at2`) stays on a plane of the first (`at`, normal `axis`)",
  'joints.parallel_axes': "`axis` on the first body and `axis2` on the second stay parallel",
  'joints.perpendicular_axes': "`axis` on the first body and `axis2` on the second stay perpendicular",
  'joints.constant_velocity': "shaft coupling: turns one shaft (`axis`) as fast as the other (`axis2`) at any bend",
  'joints.revolute_cylindrical': "massless link: a hinge about `axis` on the first body, a sleeve along `axis2` on the second",
  'joints.revolute_prismatic': "massless link: a hinge about `axis` on the first body, a slider along `axis2` on the second",
  'joints.spherical_spherical': "massless rod with a ball at each end: keeps the distance of `at` and `at2`",
  'joints.spherical_revolute': "massless link: a ball at `at` on the first body, a hinge about `axis2` at `at2` on the second",
  'joints.gear': "couples two angles: that of the second joint is `ratio` times that of the first",
  'joints.rack_pinion': "couples the angle of a pinion with the position of a rack: position = `ratio` times angle",
  'joints.coupler': "couples joints: the sum of `ratio` times coordinate is zero",
  'joints.rolling': "disc (`axis2`) or ball about `at2` on the second body, rolls on a plane (`at`, normal `axis`) of the first",
  'constraints.distance': "distance between `at` on the first body and `at2` on the second",
  'constraints.dot1': "dot product of the unit vectors `axis` (first body) and `axis2` (second body)",
  'constraints.dot2': "component along `axis` (first body) of the vector from `at` to `at2`",
  'constraints.coordinate': "global component of the vector from `at` on the first body to `at2` on the second",
  'constraints.expression': "a function of positions and time, or one linear in velocities, that stays zero",
  'forces.force': "force on a body at a point",
  'forces.torque': "torque on a body",
  'forces.spring_damper': "spring, damper and actuator between two points; positive force is tension",
  'forces.rotational_spring_damper': "spring, damper and actuator about an axis; positive torque is against growing angle",
  'forces.joint_force': "force or torque on a joint coordinate; positive increases the coordinate",
  'forces.bushing': "elastic mount between two bodies: springs and dampers along and about three axes",
  'forces.anti_roll_bar': "spring and damper against the difference of two joint coordinates, as of left and right wheel",
  'forces.aero': "drag and downforce of a body at two points, by speed and ride heights",
  'forces.tire': "tire between a wheel and the road",
};

/** Line 0: of the whole file; file "": the text itself. */
export interface Fault {
  file: string;
  line: number;
  column: number;
  where: string;
  what: string;
  hint: string;
}
