// Renderer and camera (the drawing brings its own light). It draws only when something has changed, and measures what each picture costs.
import * as THREE from 'three';
import {backgroundColor} from '../drawing/paint.ts';
import {CameraRig} from './camera.ts';

const keptTimes = 200;

export class Stage {
  readonly world = new THREE.Scene();
  readonly rig: CameraRig;
  readonly canvas: HTMLCanvasElement;
  private renderer: THREE.WebGLRenderer;
  /** Called when the user has moved the camera, and when the picture has another size. */
  moved: (() => void) | null = null;
  resized: (() => void) | null = null;
  private request = 0;
  private times: number[] = [];
  private later: (() => void)[] = [];
  private observer: ResizeObserver;
  private readonly scale: number;

  /** `place` puts everything where it belongs before a picture. Throws where there is no WebGL. */
  constructor(
    private host: HTMLElement,
    private place: () => void,
    pixelRatio?: number,
  ) {
    this.renderer = new THREE.WebGLRenderer({antialias: true, powerPreference: 'high-performance'});
    this.canvas = this.renderer.domElement;
    this.scale = pixelRatio ?? Math.min(globalThis.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(this.scale);
    host.append(this.canvas);
    this.rig = new CameraRig(
      this.canvas,
      () => this.invalidate(),
      () => this.moved?.(),
    );
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    this.resize();
  }

  theme(theme: 'light' | 'dark'): void {
    this.world.background = new THREE.Color(backgroundColor(theme));
    this.invalidate();
  }

  resize(): void {
    const {clientWidth, clientHeight} = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.rig.resize(clientWidth, clientHeight);
    this.resized?.();
  }

  invalidate(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.renderNow();
    });
  }

  /** Done when the next picture has been drawn. */
  afterNext(act: () => void): void {
    this.later.push(act);
    this.invalidate();
  }

  renderNow(): void {
    const start = performance.now();
    this.place();
    this.renderer.render(this.world, this.rig.camera);
    for (const act of this.later.splice(0)) act();
    if (this.times.length >= keptTimes) this.times.shift();
    this.times.push(performance.now() - start);
  }

  /** Milliseconds of script for each of the last pictures. */
  frameTimes(): number[] {
    return [...this.times];
  }

  /** The picture as it is, at once: what WebGL has drawn is gone in the next task. */
  picture(): HTMLCanvasElement {
    this.renderNow();
    return this.canvas;
  }

  /** The same as numbers. */
  pixels(into: Uint8Array, width: number, height: number): void {
    this.renderNow();
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, into);
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    for (const act of this.later.splice(0)) act();
    this.observer.disconnect();
    this.rig.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}
