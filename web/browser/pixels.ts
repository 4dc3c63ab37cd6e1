// Pictures as the browser gives them: PNG with 8 bits of red, green, blue (and alpha), not interlaced (W3C PNG, sections 7 and 9).
import {inflateSync} from 'node:zlib';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue of each pixel, row after row. */
  rgb: Uint8Array;
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function readPng(file: Buffer): Pixels {
  if (!file.subarray(0, 8).equals(pngSignature)) throw new Error('not a PNG');
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const [depth, kind, , , interlaced] = file.subarray(24, 29);
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0) throw new Error('another kind of PNG');
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const size = kind === 6 ? 4 : 3;
  const line = unfiltered(inflateSync(Buffer.concat(parts)), width * size, height, size);
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; ++i) for (let k = 0; k < 3; ++k) rgb[3 * i + k] = line[size * i + k]!;
  return {width, height, rgb};
}

/** Takes the filter of each line back: none, left, above, their mean, Paeth's choice. */
function unfiltered(data: Buffer, stride: number, height: number, size: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; ++x) {
      const at = y * stride + x;
      const left = x >= size ? out[at - size]! : 0;
      const above = y > 0 ? out[at - stride]! : 0;
      const corner = x >= size && y > 0 ? out[at - stride - size]! : 0;
      const near = left + above - corner;
      const [a, b, c] = [Math.abs(near - left), Math.abs(near - above), Math.abs(near - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? above : corner;
      out[at] = data[y * (stride + 1) + 1 + x]! + [0, left, above, (left + above) >> 1, paeth][filter]!;
    }
  }
  return out;
}

/** How many colors a picture has. */
export function distinct(file: Buffer): number {
  const {rgb} = readPng(file);
  const seen = new Set<number>();
  for (let i = 0; i < rgb.length; i += 3) seen.add((rgb[i]! << 16) | (rgb[i + 1]! << 8) | rgb[i + 2]!);
  return seen.size;
}

/** How many pixels of two pictures of one size are clearly different. */
export function different(a: Buffer, b: Buffer): number {
  const [p, q] = [readPng(a), readPng(b)];
  if (p.width !== q.width || p.height !== q.height) throw new Error('pictures of different sizes');
  let count = 0;
  for (let i = 0; i < p.rgb.length; i += 3)
    if ([0, 1, 2].some((k) => Math.abs(p.rgb[i + k]! - q.rgb[i + k]!) > 24)) ++count;
  return count;
}

/** The color at a place. */
export function colorAt({width, rgb}: Pixels, x: number, y: number): [number, number, number] {
  const at = 3 * (Math.round(y) * width + Math.round(x));
  return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
}
