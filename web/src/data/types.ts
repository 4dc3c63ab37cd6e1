// What the program tells the page: the one contract between page/ (which writes this as JSON) and the TypeScript.
// Lengths, forces, angles and all other numbers are in the file's units, as in results.csv, unless a comment says otherwise.

import type {Family} from './family.ts';
// What mirrors a list or a field table of the program is in generated.ts.
import type {ConstraintType, Fault, ForceFrame, ForceType, Geometry, JointType, SectionName} from './generated.ts';

export type {Fault, SectionName} from './generated.ts';

export type Vec3 = [number, number, number];
/** Unit quaternion e0, e1, e2, e3 (scalar first): body axes to global axes. */
export type Quaternion = [number, number, number, number];

export interface Units {
  length: string;
  mass: string;
  time: string;
  angle: string;
  force: string;
  /** Radians in one unit of angle: 1, or pi/180. */
  radians: number;
}

// ---- the scene: a model as it is drawn ------------------------------------------------------------------------------------------

export interface Scene {
  name: string;
  dimension: 2 | 3;
  units: Units;
  gravity: Vec3;
  /** Characteristic length: the diagonal of the box around all points of the design position (1 where there is none). */
  size: number;
  /** In the model's order; ground is not among them. */
  bodies: SceneBody[];
  /** Points of ground that something is fastened to, global. */
  ground: Attachment[];
  joints: SceneJoint[];
  constraints: SceneJoint[];
  drivers: SceneDriver[];
  forces: SceneForce[];
  sensors: SceneSensor[];
  /** Hard points, global, design position. */
  points: {name: string; at: Vec3}[];
  parameters: SceneParameter[];
  /** Of a model that is edited: its points first. Left out where there are very many. */
  numbers?: SceneNumber[];
  /** The tree of the model: every section that has elements, in the file's order, with data as text. */
  sections: Section[];
  /** Empty where the text is not known. */
  handles: Handle[];
  /** What `analysis` asks for; "" where the file has none. */
  analysis: string;
}

/** A point of the file, or the place of a joint that is written as numbers: what a hand may take hold of. */
export interface Handle {
  section: SectionName;
  name: string;
  /** The key of the element that it is: "at", "at2"; "" of a point. */
  key: string;
  /** Global, design position. */
  at: Vec3;
  /** Where the coordinates are written; empty where `fixed` says that they are elsewhere. */
  coordinates: {
    /** In the text, both from 1. */
    line: number;
    column: number;
    text: string;
    /** The number that is written (or that the parameter has), in its unit, times this is the coordinate. */
    factor: number;
    unit: string;
    /** The coordinate is just this parameter's name; "": a number. */
    parameter: string;
    /** Why it cannot be moved; "" where it can. */
    fixed: string;
  }[];
  fixed: string;
}

export interface SceneBody {
  name: string;
  /** Center of mass and orientation in the design position. A body without position, which has no mass: the global origin, because its columns follow the point of the body that is there in the design position. */
  at: Vec3;
  q: Quaternion;
  mass: number;
  /** Principal moments of inertia, in the file's unit. */
  inertia: Vec3;
  geometry: Shape[];
  /** Points of the body where something is fastened, in body axes from the center of mass; no two of them equal. */
  attachments: Attachment[];
}

export interface Attachment {
  at: Vec3;
  /** The elements that use the point. */
  of: {section: SectionName; name: string}[];
}

/** Everything in body axes from the center of mass. `file`: a name for Source.asset. */
export interface Shape extends Geometry {
  /** Axes of a box or mesh in body axes: they are global in the design position. */
  q?: Quaternion;
}

/** A joint or basic constraint. Markers are in the axes of their body from its center of mass; of ground: global. */
export interface SceneJoint {
  name: string;
  type: JointType | ConstraintType;
  /** What it is drawn with: an entry of view3d/symbols/joints.ts, or of bodies/gears.ts for couplings. */
  symbol: string;
  active: boolean;
  /** Empty for couplings (gear, rack_pinion, coupler) and expressions. */
  bodies: [string, string] | [];
  at?: [Vec3, Vec3];
  axis?: [Vec3, Vec3];
  /** Of couplings: the joints, without their coordinate. */
  joints?: string[];
  radius?: number;
  length?: number;
  lead?: number;
  /** One number of gear and rack_pinion; of coupler one for each joint. */
  ratio?: number[];
}

export interface SceneDriver {
  name: string;
  active: boolean;
  joint?: string;
  body?: string;
  at?: Vec3;
  /** x, y, z, rx, ry, rz, angle, position or angle2; empty where it has a direction. */
  coordinate: string;
  /** Of a body's point, in ground. */
  direction?: Vec3;
}

export interface SceneForce {
  name: string;
  type: ForceType;
  /** What it is drawn with: an entry of view3d/symbols/forces.ts. */
  symbol: string;
  active: boolean;
  /** spring_damper: its two ends; force, torque: its point, once; bushing: its point on both bodies. */
  ends: {body: string; at: Vec3}[];
  /** joint_force, rotational_spring_damper on a joint: its name. */
  joint?: string;
  /** rotational_spring_damper between bodies (its ends are their centers of mass); bushing. */
  bodies?: [string, string];
  /** Of rotation, in the axes of the first body. */
  axis?: Vec3;
  /** Direction of a force or torque with magnitude and direction; in body axes where frame is body. */
  direction?: Vec3;
  frame?: ForceFrame;
  freeLength?: number;
}

export interface SceneSensor {
  name: string;
  body: string;
  at: Vec3;
  axis?: Vec3;
  relativeTo?: string;
}

export interface SceneParameter {
  name: string;
  value: number;
  /** As the file has it: "35 N/mm", "2*pi"; "" where the file is not known. */
  text: string;
  /** A number, perhaps with a unit: it may be changed. False: an expression of others follows them. */
  free: boolean;
  /** The unit it was written with, "" for none. Values are numbers in this unit; --set needs it behind the number. */
  unit: string;
}

/** Another number of the file that can be set by its name: "UBJ.z", "strut.stiffness". */
export interface SceneNumber extends SceneParameter {
  section: string;
}

export interface Section {
  name: SectionName;
  elements: TreeElement[];
}

export interface TreeElement {
  name: string;
  /** "revolute", "spring_damper", ...; "" where the section has no kinds. */
  type: string;
  active: boolean;
  /** Line of its name in the text of the model, from 1; 0 where it is not known. */
  line: number;
  /** Its data, defaults left out; value is text to show, in the file's units. Keys inside others: "initial.speed". */
  data: {key: string; value: string; unit: string; help: string}[];
  /** The columns of results.csv that belong to it. */
  columns: string[];
}

export interface ElementRef {
  section: SectionName;
  name: string;
}

// ---- runs -----------------------------------------------------------------------------------------------------------------------

export interface Project {
  version: string;
  models: ModelInfo[];
  runs: RunInfo[];
  jobs: Job[];
  /** What the page asked to be kept (PageMemory). */
  memory: Record<string, unknown>;
  /** False in a report: nothing can be edited or run. */
  live: boolean;
}

export interface ModelInfo {
  /** "m0", "m1", ... */
  id: string;
  name: string;
  /** File name without folders. */
  file: string;
}

export interface RunInfo {
  /** "r0", ... stable while the server runs and over restarts with the same arguments. */
  id: string;
  /** Shown to people; unique. */
  name: string;
  /** table: a CSV file without model. */
  kind: 'run' | 'table';
  /** The model it belongs to, or null. */
  model: string | null;
  analysis: string;
  /** done, stopped, failed; running: its rows are still coming; partial: it was killed. */
  status: string;
  message: string;
  /** Made by the page: it can be removed. */
  made: boolean;
  /** Parameters that were set for it. */
  set: Record<string, string>;
  created: string;
}

export interface RunDetail {
  id: string;
  rows: number;
  /** Of the first column: "t", or the parameter of a sweep. */
  axis: string;
  columns: {name: string; unit: string}[];
  /** Of a sweep whose curves were kept. */
  family?: Family;
  /** Of one of its variants: the first of its rows; `rows` and `axis` are then those of the variant. */
  first?: number;
  /** Names for Source.file: modes.csv, mode_shapes.csv, frequency_response.csv, ... as far as they are there. */
  files: string[];
}

export interface Job {
  id: string;
  model: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1. */
  progress: number;
  message: string;
  /** The run that it made, also if it failed or was cancelled with results; while it runs: as far as its rows have come. */
  run: string | null;
  faults: Fault[];
}

export interface ModelText {
  id: string;
  file: string;
  /** The file's text, and a sign of its state: `save` refuses where the file has changed since. */
  text: string;
  mark: string;
  /** Unsaved edits that were kept; null: none. */
  draft: string | null;
  /** False: this is the copy inside a results folder, which cannot be saved. */
  writable: boolean;
  set: Record<string, string>;
}

export interface CheckAnswer {
  faults: Fault[];
  /** As `bricard check --json` prints it; null where the text has faults. */
  summary: Summary | null;
  scene: Scene | null;
}

/** As summary.json; only what the page reads is named. */
export interface Summary {
  model: string;
  analysis: string;
  status: string;
  message: string;
  methods: {coordinates: string; formulation: string; stabilization: string; integrator: string; why: string};
  mobility: {counted: number; actual: number};
  constraints: number;
  redundant: {rows: string[]; group: string[]; suggestions: {text: string}[]}[];
  reactions: Record<string, {unique: boolean; components: Record<string, boolean>}>;
  free_motions?: {words: string; idle: boolean}[];
  singularity?: {measure: number; singular: boolean; words: string};
  warnings: string[];
  elements: {
    name: string;
    active: boolean;
    section: string;
    type: string;
    evaluated: boolean;
    largest_effort?: Record<string, number>;
  }[];
  assembly: string;
  events?: {name: string; t: number}[];
  units: {columns: Record<string, string>};
  [key: string]: unknown;
}
