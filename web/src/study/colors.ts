// Colors of the page as numbers, for pictures that are made pixel by pixel.

export type Color = [number, number, number];

/** A token of style.css, as it is in the present theme. */
export function colorOf(token: string): Color {
  const text = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1] ?? '808080';
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Color;
}

export function css([r, g, b]: Color, alpha = 1): string {
  return `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** Puts counts into pixels: the more rows, the stronger, by the logarithm; 0 leaves the pixel as it is. */
export function shade(pixels: Uint8ClampedArray, at: number, color: Color, strength: number): void {
  const keep = 1 - strength;
  pixels[at] = pixels[at]! * keep + color[0] * strength;
  pixels[at + 1] = pixels[at + 1]! * keep + color[1] * strength;
  pixels[at + 2] = pixels[at + 2]! * keep + color[2] * strength;
  pixels[at + 3] = 255;
}

/** Strength of 1 .. most rows in a pixel: never nothing, at most 1. */
export function strengthOf(count: number, most: number): number {
  return 0.25 + (0.75 * Math.log1p(count)) / Math.log1p(Math.max(most, 1));
}
