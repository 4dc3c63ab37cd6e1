// Draws many scenes in one picture, to look at them: bundled and opened by gallery.mjs.
import * as THREE from 'three';
import {backgroundColor, designFrame, draw} from '../src/view3d/drawing.ts';
import type {Scene} from '../src/types.ts';

interface Order {
  scenes: {scene: Scene; frame?: number[]}[];
  theme: 'light' | 'dark';
  columns: number;
  cell: [number, number];
  labels?: boolean;
  highlight?: string[];
  select?: {section: 'bodies' | 'joints'; name: string};
  direction?: [number, number, number];
  /** Draws the design position again in this color, turned a little about z. */
  ghost?: string;
}

async function gallery(order: Order): Promise<string> {
  const [w, h] = order.cell;
  const rows = Math.ceil(order.scenes.length / order.columns);
  const renderer = new THREE.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
  renderer.setSize(w * order.columns, h * rows);
  document.body.style.margin = '0';
  document.body.replaceChildren(renderer.domElement);
  renderer.setScissorTest(true);
  const background = new THREE.Color(backgroundColor(order.theme));
  const times: string[] = [];
  for (const [i, {scene, frame}] of order.scenes.entries()) {
    const x = (i % order.columns) * w;
    const y = (rows - 1 - Math.floor(i / order.columns)) * h;
    renderer.setViewport(x, y, w, h);
    renderer.setScissor(x, y, w, h);
    renderer.setClearColor(background);
    renderer.clear();
    try {
      const t0 = performance.now();
      const drawing = draw(scene, {theme: order.theme, asset: async () => new ArrayBuffer(0)});
      const t1 = performance.now();
      const placed = frame ? {poses: Float64Array.from(frame)} : designFrame(scene);
      for (let k = 0; k < 20; ++k) drawing.place(placed);
      const t2 = performance.now();
      if (order.labels) drawing.show('labels', true);
      if (order.highlight) drawing.highlight(new Set(order.highlight));
      if (order.select) drawing.select(order.select);
      const world = new THREE.Scene();
      world.add(drawing.root);
      if (order.ghost) {
        const ghost = draw(scene, {theme: order.theme, asset: async () => new ArrayBuffer(0), ghost: order.ghost});
        ghost.place(placed);
        ghost.root.rotation.z = 0.12;
        world.add(ghost.root);
      }
      const sphere = drawing.bounds().getBoundingSphere(new THREE.Sphere());
      const camera = new THREE.PerspectiveCamera(30, w / h, sphere.radius / 50, sphere.radius * 50);
      const down = new THREE.Vector3(...scene.gravity);
      const yUp = Math.abs(down.y) > Math.abs(down.z);
      const usual = scene.dimension === 2 ? [0, 0, 1] : yUp ? [0.6, 0.5, 1] : [1, -0.9, 0.7];
      const way = new THREE.Vector3().fromArray(order.direction ?? usual);
      if (!yUp && scene.dimension === 3) camera.up.set(0, 0, 1);
      camera.position.copy(sphere.center).addScaledVector(way.normalize(), sphere.radius * 3.95);
      camera.lookAt(sphere.center);
      renderer.render(world, camera);
      const {triangles, calls} = renderer.info.render;
      const [made, placing] = [(t1 - t0).toFixed(1), ((t2 - t1) / 20).toFixed(3)];
      times.push(
        `${scene.name}: ${scene.bodies.length} bodies, made in ${made} ms, placed in ${placing} ms, ` +
          `${triangles} triangles, ${calls} calls`,
      );
      drawing.dispose();
    } catch (error) {
      times.push(`${scene.name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  return times.join('\n');
}

(globalThis as unknown as {gallery: typeof gallery}).gallery = gallery;
