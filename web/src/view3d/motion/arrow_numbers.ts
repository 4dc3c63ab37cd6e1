// The sizes of forces and moments as numbers at the heads of their arrows.
import * as THREE from 'three';
import {arrangeLabels, disposeSprite, textSprite} from '../drawing/labels.ts';

/** More numbers than these say nothing. */
const most = 40;
/** Milliseconds between two writings: a number that runs cannot be read. */
const pause = 150;

export class ArrowNumbers {
  readonly root = new THREE.Group();
  private sprites: {sprite: THREE.Sprite; key: string}[] = [];
  private wanted: {at: THREE.Vector3; text: string; color: string}[] = [];
  private count = 0;
  private written = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed`: there is something new to draw. */
  constructor(
    private halo: () => string,
    private changed: () => void,
  ) {}

  begin(): void {
    this.count = 0;
  }

  add(at: THREE.Vector3, text: () => string, color: THREE.Color): void {
    if (this.count >= most) return;
    const here = this.wanted[this.count];
    if (here) {
      here.at.copy(at);
      here.text = text();
      here.color = `#${color.getHexString()}`;
    } else this.wanted.push({at: at.clone(), text: text(), color: `#${color.getHexString()}`});
    ++this.count;
  }

  end(): void {
    if (typeof document === 'undefined') return;
    const now = performance.now();
    const fresh = now - this.written >= pause;
    if (fresh) this.written = now;
    else {
      clearTimeout(this.timer);
      this.timer = setTimeout(this.changed, pause);
    }
    for (let i = 0; i < this.count; ++i) {
      const {at, text, color} = this.wanted[i]!;
      const key = `${text} ${color}`;
      const old = this.sprites[i];
      if (!old || (fresh && old.key !== key)) {
        if (old) disposeSprite(old.sprite);
        const sprite = textSprite(text, color, this.halo());
        this.root.add(sprite);
        this.sprites[i] = {sprite, key};
      }
      this.sprites[i]!.sprite.position.copy(at);
    }
    for (const each of this.sprites.splice(this.count)) disposeSprite(each.sprite);
  }

  arrange(camera: THREE.Camera, width: number, height: number): void {
    arrangeLabels(
      this.sprites.map((each) => each.sprite),
      camera,
      width,
      height,
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.sprites.splice(0)) disposeSprite(each.sprite);
    this.root.removeFromParent();
  }
}
