// The drawing of a mechanism as the view sees it: build it once from a scene (draw), then place it for each frame.
import type * as THREE from 'three';
import type {ElementRef} from '../../data/types.ts';

export interface Frame {
  /** 7 for each body of scene.bodies, in order: x y z e0 e1 e2 e3 (global, file's length unit). */
  poses: Float64Array;
}

export type Layer = 'bodies' | 'joints' | 'springs' | 'ground' | 'axes' | 'masses' | 'points' | 'labels';
export type Veil = 'hidden' | 'faded';
export type Theme = 'light' | 'dark';

export interface DrawOptions {
  theme: Theme;
  /** The bytes of a mesh file (Source.asset of the run). */
  asset: (name: string) => Promise<ArrayBuffer>;
  /** CSS color: a translucent second run, bodies only. */
  ghost?: string;
  /** Called when a mesh file has come and there is something new to draw. */
  changed?: () => void;
}

export interface Drawing {
  readonly root: THREE.Group;
  /** Moves everything; no allocation. */
  place(frame: Frame): void;
  /** Of the placed frame; "ground": identity. */
  bodyMatrix(name: string): THREE.Matrix4;
  /** Global point of a joint, constraint, driver or force, on its second body. False: it has none. */
  jointPoint(name: string, target: THREE.Vector3): boolean;
  /** For a raycaster; the object of each intersection has userData.ref: ElementRef. Hidden layers are not hit. */
  readonly pickables: THREE.Object3D[];
  /** These stand out strongly, the others are dimmed. Empty: none. */
  highlight(names: ReadonlySet<string>): void;
  select(ref: ElementRef | null): void;
  hover(ref: ElementRef | null): void;
  show(layer: Layer, on: boolean): void;
  /** Elements that are hidden or faded by name of section and element: "bodies/arm". */
  veil(veiled: ReadonlyMap<string, Veil>): void;
  /** What lies beyond n·x = d is cut away; null: nothing. */
  cut(plane: {normal: THREE.Vector3; distance: number} | null): void;
  /** Names that would cover others step aside or wait; in pixels of the picture. */
  arrange(camera: THREE.Camera, width: number, height: number): void;
  theme(theme: Theme): void;
  /** Box around the mechanism at the placed frame, without axes and ground grid. */
  bounds(): THREE.Box3;
  /** Of the same: corners of the boxes around its single parts. The vector is used again. */
  corners(visit: (corner: THREE.Vector3) => void): void;
  dispose(): void;
}
