// Renderer and camera (the drawing brings its own light). It draws only when something has changed, and measures what each picture costs.
// Edges are smoothed by four samples a pixel, and parts have an outline. Where a processor stands in for the graphics card these take two
// thirds of the time of a picture: there what moves is drawn without, in no more pixels than it can fill, and once more in full when it rests.
import * as THREE from 'three';
import {backgroundColor} from '../drawing/paint.ts';
import {fineLayer} from '../drawing/shading.ts';
import {CameraRig} from './camera.ts';

const keptTimes = 200;
/** Milliseconds after which a picture rests. */
const rest = 150;
/** Pixels of a picture of something that moves, where a processor fills them. */
const mostRough = 500_000;

function drawnBySoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}

export class Stage {
  readonly world = new THREE.Scene();
  readonly rig: CameraRig;
  readonly canvas: HTMLCanvasElement;
  private renderer: THREE.WebGLRenderer;
  /** Four samples a pixel. */
  private fine: THREE.WebGLRenderTarget;
  private readonly slow: boolean;
  private resting: ReturnType<typeof setTimeout> | undefined;
  /** The picture is one of something that moves. */
  private rough = false;
  /** A hand is on it: it does not rest. */
  private held = false;
  private take = () => {
    this.held = true;
    clearTimeout(this.resting);
  };
  private letGo = () => {
    this.held = false;
    this.restSoon();
  };
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
    this.renderer = new THREE.WebGLRenderer({antialias: false, powerPreference: 'high-performance'});
    this.slow = drawnBySoftware(this.renderer.getContext());
    // Its colors are those of the canvas: three.js leaves them linear else.
    const fine: THREE.RenderTargetOptions = {
      samples: 4,
      colorSpace: THREE.SRGBColorSpace,
      internalFormat: 'RGBA8',
      resolveDepthBuffer: false,
    };
    this.fine = Object.assign(new THREE.WebGLRenderTarget(1, 1, fine), {isXRRenderTarget: true});
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
    host.addEventListener('pointerdown', this.take, true);
    for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, this.letGo, true);
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
    this.sharpen(!this.rough);
    this.rig.resize(clientWidth, clientHeight);
    this.resized?.();
  }

  invalidate(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.renderNow(!this.slow);
    });
  }

  /** Done when the next picture has been drawn. */
  afterNext(act: () => void): void {
    this.later.push(act);
    this.invalidate();
  }

  renderNow(fine = true): void {
    const start = performance.now();
    this.rough = !fine;
    this.restSoon();
    this.sharpen(fine);
    this.place();
    const {camera} = this.rig;
    if (fine) camera.layers.enable(fineLayer);
    else camera.layers.disable(fineLayer);
    this.renderer.setRenderTarget(fine ? this.fine : null);
    this.renderer.render(this.world, camera);
    if (fine) this.toCanvas();
    for (const act of this.later.splice(0)) act();
    if (this.times.length >= keptTimes) this.times.shift();
    this.times.push(performance.now() - start);
  }

  /** As many pixels as the screen has, or as few as what moves may have. */
  private sharpen(fine: boolean): void {
    const {clientWidth, clientHeight} = this.host;
    const most = Math.sqrt(mostRough / Math.max(clientWidth * clientHeight, 1));
    const scale = fine ? this.scale : Math.min(this.scale, most);
    if (this.renderer.getPixelRatio() !== scale) this.renderer.setPixelRatio(scale);
    if (fine) this.fine.setSize(this.canvas.width, this.canvas.height);
  }

  private restSoon(): void {
    clearTimeout(this.resting);
    if (this.rough && !this.held) this.resting = setTimeout(() => this.renderNow(), rest);
  }

  /** The samples of each pixel become one, on the canvas. */
  private toCanvas(): void {
    const {renderer, fine} = this;
    const gl = renderer.getContext() as WebGL2RenderingContext;
    const {__webglFramebuffer: from} = renderer.properties.get(fine) as {__webglFramebuffer: WebGLFramebuffer};
    renderer.setRenderTarget(null);
    renderer.state.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.blitFramebuffer(0, 0, fine.width, fine.height, 0, 0, fine.width, fine.height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    renderer.state.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
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
    clearTimeout(this.resting);
    this.host.removeEventListener('pointerdown', this.take, true);
    for (const kind of ['pointerup', 'pointercancel']) removeEventListener(kind, this.letGo, true);
    this.fine.dispose();
    for (const act of this.later.splice(0)) act();
    this.observer.disconnect();
    this.rig.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}
