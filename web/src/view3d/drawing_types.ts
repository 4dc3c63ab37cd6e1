// The drawing of a mechanism as the view sees it: build it once from a scene (draw), then place it for each frame.
import type * as THREE from 'three';
import type {ElementRef} from '../types.ts';

export interface Frame {
  /** 7 for each body of scene.bodies, in order: x y z e0 e1 e2 e3 (global, file's length unit). */
  poses: Float64Array;
}

export type Layer = 'bodies' | 'joints' | 'springs' | 'ground' | 'axes' | 'masses' | 'points' | 'labels';

export interface DrawOptions {
  theme: 'light' | 'dark';
  /** The bytes of a mesh file (Source.asset of the run). */
  asset: (name: string) => Promise<ArrayBuffer>;
  /** CSS color: a translucent second run, bodies only. */
  ghost?: string;
  /** Called when a mesh has come and what is drawn has changed. */
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
  /** Each of them, or an ancestor, has userData.ref: ElementRef; use refOf(intersection), which knows instances too. */
  readonly pickables: THREE.Object3D[];
  /** These stand out strongly, the others are dimmed. Empty: none. */
  highlight(names: ReadonlySet<string>): void;
  select(ref: ElementRef | null): void;
  hover(ref: ElementRef | null): void;
  show(layer: Layer, on: boolean): void;
  theme(theme: 'light' | 'dark'): void;
  /** Box around what is drawn at the placed frame. */
  bounds(): THREE.Box3;
  dispose(): void;
}
