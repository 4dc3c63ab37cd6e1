// Text and rings that keep their size on the screen.
import * as THREE from 'three';

const view = new THREE.Vector4();

/** `height`: on the screen, in CSS pixels. */
function sprite(canvas: HTMLCanvasElement, height: number): THREE.Sprite {
  const map = new THREE.CanvasTexture(canvas);
  map.colorSpace = THREE.SRGBColorSpace;
  const material = new THREE.SpriteMaterial({
    map,
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
    toneMapped: false,
  });
  const made = new THREE.Sprite(material);
  const aspect = canvas.width / canvas.height;
  made.userData.pixels = [height * aspect, height];
  made.onBeforeRender = (renderer, _scene, camera) => {
    renderer.getCurrentViewport(view);
    const scale = (2 * height * renderer.getPixelRatio()) / (view.w * camera.projectionMatrix.elements[5]!);
    made.scale.set(aspect * scale, scale, 1);
    made.updateMatrixWorld();
  };
  made.renderOrder = 10;
  made.raycast = () => {};
  return made;
}

export function textSprite(text: string, color: string, halo: string, bold = false): THREE.Sprite {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const font = `${bold ? '600 ' : ''}26px system-ui, sans-serif`;
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 16;
  canvas.height = 40;
  context.font = font;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 7;
  context.strokeStyle = halo;
  context.strokeText(text, 8, 21);
  context.fillStyle = color;
  context.fillText(text, 8, 21);
  return sprite(canvas, 20);
}

/** A ring around what stands out. */
export function ringSprite(color: string): THREE.Sprite {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const context = canvas.getContext('2d')!;
  context.strokeStyle = color;
  context.lineWidth = 6;
  context.beginPath();
  context.arc(64, 64, 54, 0, 2 * Math.PI);
  context.stroke();
  context.globalAlpha = 0.35;
  context.lineWidth = 14;
  context.beginPath();
  context.arc(64, 64, 50, 0, 2 * Math.PI);
  context.stroke();
  return sprite(canvas, 60);
}

export function disposeSprite(made: THREE.Sprite): void {
  made.material.map?.dispose();
  made.material.dispose();
  made.removeFromParent();
}

/** Where a label stands about its point: the part of its width and height at which the point is. */
const places: [number, number][] = [
  [-0.08, 0.5],
  [1.08, 0.5],
  [0.5, -0.35],
  [0.5, 1.35],
  [-0.08, -0.35],
  [1.08, -0.35],
  [-0.08, 1.35],
  [1.08, 1.35],
];

const seen = new THREE.Vector3();

/** Labels that would cover others stand elsewhere about their points, or are not shown. The first ones have the choice. */
export function arrangeLabels(labels: THREE.Sprite[], camera: THREE.Camera, width: number, height: number): void {
  const taken: [number, number, number, number][] = [];
  camera.updateMatrixWorld();
  for (const sprite of labels) {
    seen.copy(sprite.position).project(camera);
    const x = (0.5 + seen.x / 2) * width;
    const y = (0.5 - seen.y / 2) * height;
    const [w, h] = sprite.userData.pixels as [number, number];
    sprite.visible = false;
    if (seen.z > 1) continue;
    for (const [across, up] of places) {
      const box: (typeof taken)[number] = [x - across * w, y - (1 - up) * h, x + (1 - across) * w, y + up * h];
      if (taken.some((each) => box[0] < each[2] && each[0] < box[2] && box[1] < each[3] && each[1] < box[3])) continue;
      taken.push(box);
      sprite.center.set(across, up);
      sprite.visible = true;
      break;
    }
  }
}
