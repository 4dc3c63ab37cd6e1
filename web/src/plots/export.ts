// What leaves the page: pictures as SVG and PNG, tables as CSV, handed to the browser as downloads.
import {type CsvTable, csvPieces} from './csv.ts';
import {make, tokens} from './elements.ts';
import {type SvgPart, svgOf} from './svg.ts';

export type FileKind = 'png' | 'svg' | 'csv';

/** A file name without what file systems dislike. */
export function fileName(parts: string[], ending: string): string {
  const name = parts
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/_+/g, '_')
    .replace(/^[_.]+|[_.]+$/g, '');
  return `${name.slice(0, 80) || 'plot'}.${ending}`;
}

function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = make('a', {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

const width = 900;

/** The SVG drawn with two pixels for one. */
async function pngOf(parts: SvgPart[]): Promise<Blob> {
  const {svg, height} = svgOf(parts, width, tokens());
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make('canvas', {width: 2 * width, height: Math.ceil(2 * height)});
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw the picture on.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('The picture is too large for the browser. Save fewer plots at once, or as SVG.');
  return blob;
}

export async function saveAs(
  kind: FileKind,
  name: string,
  parts: SvgPart[],
  blocks: () => Promise<CsvTable[]>,
): Promise<void> {
  if (kind === 'png') download(name, await pngOf(parts));
  else if (kind === 'svg') download(name, new Blob([svgOf(parts, width, tokens()).svg], {type: 'image/svg+xml'}));
  else download(name, new Blob(csvPieces(await blocks()), {type: 'text/csv'}));
}
