// Colors of the drawing: an index for each use, a table of colors for each theme. Bodies have muted Okabe-Ito colors, which people
// with color blindness tell apart; joint hardware is dark metal.
import * as THREE from 'three';
import type {Theme} from './drawing_types.ts';

/** Index of a color in the palette; index + EDGE is the color of its edges. */
export const Paint = {
  ink: 0,
  pin: 1,
  collar: 2,
  ground: 3,
  hatch: 4,
  spring: 5,
  damper: 6,
  link: 7,
  driver: 8,
  load: 9,
  massDark: 10,
  massLight: 11,
  sensor: 12,
  point: 13,
  x: 14,
  y: 15,
  z: 16,
  dash: 17,
  inactive: 18,
  grid: 19,
  background: 20,
  accent: 21,
  alarm: 22,
  outline: 23,
  ghost: 24,
} as const;

export const FIRST_BODY = 32;
export const BODY_COLORS = 10;
const FIRST_OWN = FIRST_BODY + BODY_COLORS;
export const EDGE = 128;

const light: Record<keyof typeof Paint, string> = {
  ink: '#2b3138',
  pin: '#3f464f',
  collar: '#79828d',
  ground: '#a3a9b1',
  hatch: '#6d747d',
  spring: '#59626d',
  damper: '#8f98a3',
  link: '#9aa3ad',
  driver: '#c2571a',
  load: '#b0413e',
  massDark: '#23282e',
  massLight: '#fafafa',
  sensor: '#00606b',
  point: '#8b929b',
  x: '#c8442f',
  y: '#2f8f4e',
  z: '#2f6fb5',
  dash: '#6a4c93',
  inactive: '#c3c8cd',
  grid: '#dde0e4',
  background: '#f3f4f6',
  accent: '#1769e0',
  alarm: '#e02b1f',
  outline: '#39414a',
  ghost: '#808890',
};
const dark: Record<keyof typeof Paint, string> = {
  ink: '#e4e7ea',
  pin: '#59616b',
  collar: '#8e97a2',
  ground: '#666e78',
  hatch: '#9199a3',
  spring: '#b4bcc6',
  damper: '#7d8792',
  link: '#a9b2bc',
  driver: '#f08a4b',
  load: '#ef7b73',
  massDark: '#14171a',
  massLight: '#f2f2f2',
  sensor: '#5fd0d8',
  point: '#7b838d',
  x: '#ef7a64',
  y: '#62c27f',
  z: '#6aa9f0',
  dash: '#b79be0',
  inactive: '#4a5058',
  grid: '#2d3238',
  background: '#1d2024',
  accent: '#6db0ff',
  alarm: '#ff5d4d',
  outline: '#0d0f11',
  ghost: '#9aa2aa',
};
// Okabe and Ito's colors, taken back towards gray.
const bodies = [
  '#5b8fb9', // blue
  '#e0a84e', // orange
  '#5fa98c', // green
  '#cf7d5a', // vermilion
  '#8fbfd9', // sky
  '#b98ba6', // purple
  '#cfc56a', // yellow
  '#8a94a0', // gray
  '#7a8cc0', // indigo
  '#a3ad6b', // olive
];

const background: Record<Theme, string> = {light: light.background, dark: dark.background};
/** Of the view, so that dimmed parts fade into it. */
export const backgroundColor = (theme: Theme) => background[theme];

export class Palette {
  readonly texture: THREE.DataTexture;
  private readonly bytes = new Uint8Array(4 * 256);
  private readonly own = new Map<string, number>();
  private readonly color = new THREE.Color();

  constructor(
    private theme: Theme,
    private readonly ghost?: string,
  ) {
    this.texture = new THREE.DataTexture(this.bytes, 256, 1, THREE.RGBAFormat, THREE.UnsignedByteType);
    this.use(theme);
  }

  /** The color of the n-th body. */
  ofBody(n: number): number {
    return FIRST_BODY + (n % BODY_COLORS);
  }

  /** A color of the file's own; those beyond the room of the table share the last. */
  of(css: string): number {
    let index = this.own.get(css);
    if (index === undefined) {
      index = Math.min(FIRST_OWN + this.own.size, EDGE - 1);
      this.own.set(css, index);
      this.write(index, css);
      this.texture.needsUpdate = true;
    }
    return index;
  }

  use(theme: Theme): void {
    this.theme = theme;
    const table = theme === 'light' ? light : dark;
    for (const [name, index] of Object.entries(Paint)) this.write(index, table[name as keyof typeof Paint]);
    bodies.forEach((css, i) => {
      this.write(FIRST_BODY + i, css);
    });
    for (const [css, index] of this.own) this.write(index, css);
    if (this.ghost) for (let i = 0; i < EDGE; ++i) this.write(i, this.ghost);
    this.texture.needsUpdate = true;
  }

  /** As a CSS color. */
  css(index: number): string {
    const [r, g, b] = this.bytes.subarray(4 * index, 4 * index + 3);
    return `rgb(${r}, ${g}, ${b})`;
  }

  private write(index: number, css: string): void {
    this.color.set(css).convertLinearToSRGB();
    const {r, g, b} = this.color;
    const dim = this.theme === 'light' ? 0.55 : 0.45;
    this.bytes.set([255 * r, 255 * g, 255 * b, 255], 4 * index);
    this.bytes.set([255 * r * dim, 255 * g * dim, 255 * b * dim, 255], 4 * (index + EDGE));
  }
}
