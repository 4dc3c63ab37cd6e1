// Pictures as SVG files: axes, ticks, grid, curves, legend. Coordinates are pixels with two digits.
import {colors, labelOf, type Picture, placeOn, polylines, ticksOf} from './picture.ts';

export interface SvgColors {
  paper: string;
  ink: string;
  soft: string;
  line: string;
  series: string[];
}

export interface SvgPart {
  title: string;
  picture: Picture;
  /** Said below the plot. */
  notes: string[];
  height: number;
}

export function escaped(text: string): string {
  // Control characters are not allowed in XML at all.
  const clean = [...text].filter((c) => c >= ' ' || c === '\t').join('');
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const font = 'font-family="system-ui, sans-serif"';
const round = (value: number) => String(Math.round(value * 100) / 100);

function text(x: number, y: number, words: string, color: string, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${color}" ${more}>${escaped(words)}</text>`;
}

function path(pieces: number[][]): string {
  return pieces
    .map((piece) => {
      let out = '';
      for (let i = 0; i < piece.length; i += 2)
        out += `${i === 0 ? 'M' : 'L'}${round(piece[i]!)} ${round(piece[i + 1]!)}`;
      return out;
    })
    .join('');
}

/** Width of a text in 12 pixels, about: a file has no fonts to measure. */
const widthOf = (words: string) => 6.6 * words.length;

/** One part below the other. */
export function svgOf(parts: SvgPart[], width: number, use: SvgColors): {svg: string; height: number} {
  const body: string[] = [];
  let y = 0;
  parts.forEach((part, number) => {
    const drawn = drawPart(part, number, y, width, use);
    body.push(drawn.svg);
    y += drawn.height;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${round(y)}" viewBox="0 0 ${width} ${round(y)}">
<rect width="${width}" height="${round(y)}" fill="${use.paper}"/>
<g ${font} font-size="12">
${body.join('\n')}
</g>
</svg>
`;
  return {svg, height: y};
}

function legend(part: SvgPart, y: number, width: number, use: SvgColors): {svg: string[]; rows: number} {
  const out: string[] = [];
  let x = 70;
  let row = 0;
  for (const curve of part.picture.curves.filter((each) => each.shown)) {
    const words = curve.side === 1 ? `${labelOf(curve)} (right)` : labelOf(curve);
    const wide = 34 + widthOf(words) + 14;
    if (x > 70 && x + wide > width - 10) {
      x = 70;
      row += 1;
    }
    const at = y + 16 * row;
    out.push(
      `<path d="M${x} ${at - 4}h28" ${strokeOf(curve.tint ?? use.series[curve.color % colors]!, curve.dash)}/>`,
      text(x + 34, at, words, use.ink),
    );
    x += wide;
  }
  return {svg: out, rows: out.length > 0 ? row + 1 : 0};
}

function strokeOf(color: string, dash: number[]): string {
  return `fill="none" stroke="${color}" stroke-width="1.6" stroke-linejoin="round"${
    dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''
  }`;
}

function drawPart(
  part: SvgPart,
  number: number,
  y0: number,
  width: number,
  use: SvgColors,
): {svg: string; height: number} {
  const {picture} = part;
  const out: string[] = [];
  if (part.title !== '') out.push(text(70, y0 + 22, part.title, use.ink, 'font-size="14" font-weight="600"'));
  const names = legend(part, y0 + 42, width, use);
  out.push(...names.svg);
  const left = 70;
  const top = y0 + 34 + 16 * names.rows;
  const right = width - (picture.y.length > 1 ? 70 : 20);
  const bottom = top + part.height;
  const middle = (top + bottom) / 2;

  const xTicks = ticksOf(picture.x, (right - left) / 70);
  const placeX = placeOn(picture.x);
  xTicks.values.forEach((value, i) => {
    const x = left + placeX(value) * (right - left);
    out.push(`<path d="M${round(x)} ${round(top)}V${round(bottom)}" stroke="${use.line}"/>`);
    out.push(text(x, bottom + 16, xTicks.labels[i]!, use.soft, 'text-anchor="middle"'));
  });
  out.push(text((left + right) / 2, bottom + 34, picture.x.label, use.ink, 'text-anchor="middle"'));
  picture.y.forEach((axis, side) => {
    const marks = ticksOf(axis, part.height / 26);
    const place = placeOn(axis);
    marks.values.forEach((value, i) => {
      const y = bottom - place(value) * part.height;
      if (side === 0) out.push(`<path d="M${left} ${round(y)}H${right}" stroke="${use.line}"/>`);
      const anchor = side === 0 ? 'text-anchor="end"' : 'text-anchor="start"';
      out.push(text(side === 0 ? left - 6 : right + 6, y + 4, marks.labels[i]!, use.soft, anchor));
    });
    const x = side === 0 ? 14 : width - 8;
    out.push(
      text(x, middle, axis.label, use.ink, `text-anchor="middle" transform="rotate(-90 ${x} ${round(middle)})"`),
    );
  });
  const frame = `x="${left}" y="${round(top)}" width="${right - left}" height="${part.height}"`;
  out.push(`<rect ${frame} fill="none" stroke="${use.soft}"/>`);
  out.push(`<clipPath id="inside${number}"><rect ${frame}/></clipPath><g clip-path="url(#inside${number})">`);
  for (const curve of picture.curves) {
    if (!curve.shown) continue;
    const d = path(polylines(curve, picture, left, top, right - left, part.height));
    if (d !== '') out.push(`<path d="${d}" ${strokeOf(curve.tint ?? use.series[curve.color % colors]!, curve.dash)}/>`);
  }
  out.push('</g>');
  let below = bottom + 40;
  for (const note of part.notes) {
    below += 16;
    out.push(text(left, below, note, use.soft));
  }
  return {svg: out.join('\n'), height: below + 16 - y0};
}
