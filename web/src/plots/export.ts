// What leaves the page: pictures as SVG and PNG, tables as CSV, handed to the browser as downloads.
import {make} from './elements.ts';
import {type SvgColors, type SvgPart, svgOf} from './svg.ts';

/** A file name without what file systems dislike. */
export function fileName(parts: string[], ending: string): string {
  const name = parts
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/_+/g, '_')
    .replace(/^[_.]+|[_.]+$/g, '');
  return `${name.slice(0, 80) || 'plot'}.${ending}`;
}

export function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = make('a', {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

export function downloadSvg(name: string, parts: SvgPart[], colors: SvgColors): void {
  download(name, new Blob([svgOf(parts, 900, colors).svg], {type: 'image/svg+xml'}));
}

/** The SVG drawn with two pixels for one. */
export async function downloadPng(name: string, parts: SvgPart[], colors: SvgColors): Promise<void> {
  const width = 900;
  const {svg, height} = svgOf(parts, width, colors);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make('canvas', {width: 2 * width, height: Math.ceil(2 * height)});
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw the picture on.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('The picture is too large for the browser. Export fewer panes at once.');
  download(name, blob);
}
