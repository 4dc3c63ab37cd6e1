// Parallel coordinates: an axis for each column, a line for each row. Dragging along an axis brushes; a click on it takes the brush away.
import {countAllPairs, countPairs, stride} from './bins.ts';
import {type Color, colorOf, css, shade, strengthOf} from './colors.ts';
import {addStrip} from './density.ts';
import type {Selection} from './selection.ts';
import {shown} from './study_data.ts';

const few = 2000; // rows that are drawn as lines; of more their density
const top = 44;
const bottom = 26;
const reach = 18; // pixels beside an axis that belong to it

export class ParallelCoordinates {
  readonly canvas = document.createElement('canvas');
  picked: number | null = null;
  private readonly counts = new Uint32Array(stride * stride);
  private all: ImageData | null = null;
  private width = 0;
  private height = 0;
  private scale = 1;

  constructor(private readonly selection: Selection) {
    this.canvas.className = 'parallel';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'Parallel coordinates: one axis for each column, one line for each run');
    this.canvas.addEventListener('pointerdown', (event) => this.press(event));
    new ResizeObserver(() => this.fit()).observe(this.canvas);
  }

  private get columns(): number {
    return this.selection.data.columns.length;
  }

  /** In pixels of the picture. */
  axis(column: number): number {
    const margin = Math.min(70, this.width / (2 * this.columns + 1));
    return this.columns > 1
      ? Math.round(margin + (column * (this.width - 2 * margin)) / (this.columns - 1))
      : this.width / 2;
  }
  height_of(column: number, value: number): number {
    const {low, high} = this.selection.ranges[column]!;
    return top + ((high - value) / (high - low)) * (this.height - top - bottom);
  }
  private value_at(column: number, y: number): number {
    const {low, high} = this.selection.ranges[column]!;
    const share = (y - top) / (this.height - top - bottom);
    return high - Math.min(1, Math.max(0, share)) * (high - low);
  }

  fit(): void {
    this.scale = devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * this.scale);
    this.canvas.height = Math.round(this.height * this.scale);
    this.all = null;
    this.draw();
  }

  private press(event: PointerEvent): void {
    const column = [...Array(this.columns).keys()].find((i) => Math.abs(this.axis(i) - event.offsetX) < reach);
    if (column === undefined) return;
    const first = this.value_at(column, event.offsetY);
    const start = event.offsetY;
    let moved = false;
    this.canvas.setPointerCapture(event.pointerId);
    const drag = (each: PointerEvent) => {
      moved ||= Math.abs(each.offsetY - start) > 2;
      if (!moved) return;
      const last = this.value_at(column, each.offsetY);
      this.selection.brush(column, {low: Math.min(first, last), high: Math.max(first, last)});
    };
    const release = () => {
      this.canvas.removeEventListener('pointermove', drag);
      if (!moved) this.selection.brush(column, null);
    };
    this.canvas.addEventListener('pointermove', drag);
    this.canvas.addEventListener('pointerup', release, {once: true});
  }

  draw(): void {
    const context = this.canvas.getContext('2d');
    if (!context || this.width < 40 || this.height <= top + bottom + 10) return;
    const {data, size} = this.selection;
    context.setTransform(1, 0, 0, 1, 0, 0);
    const brushed = size < data.rows;
    if (data.rows > few) {
      this.all ??= this.density(context, null, colorOf(brushed ? '--line-strong' : '--accent'), null);
      const gray = brushed ? this.gray(context) : this.all;
      context.putImageData(
        brushed ? this.density(context, this.selection.rows, colorOf('--accent'), gray) : gray,
        0,
        0,
      );
    } else {
      context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    }
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    if (data.rows <= few) this.lines(context, brushed);
    if (this.picked !== null) this.line(context, this.picked, css(colorOf('--series-2')), 2.5);
    this.axes(context);
  }

  private grays: ImageData | null = null;
  /** All rows behind those that are selected; made once for a size. */
  private gray(context: CanvasRenderingContext2D): ImageData {
    if (this.grays?.width !== this.canvas.width || this.grays.height !== this.canvas.height)
      this.grays = this.density(context, null, colorOf('--line'), null);
    return this.grays;
  }

  private density(
    context: CanvasRenderingContext2D,
    rows: Uint32Array | null,
    color: Color,
    behind: ImageData | null,
  ): ImageData {
    const {width, height} = this.canvas;
    const {bins, size} = this.selection;
    const image = context.createImageData(width, height);
    if (behind) image.data.set(behind.data);
    const inner = Math.round((this.height - top - bottom) * this.scale);
    const density = new Float32Array(width * inner);
    let most = 0;
    for (let i = 0; i + 1 < this.columns; i++) {
      if (rows) countPairs(bins[i]!, bins[i + 1]!, rows, size, this.counts);
      else countAllPairs(bins[i]!, bins[i + 1]!, this.counts);
      const left = Math.round(this.axis(i) * this.scale);
      const strip = Math.round(this.axis(i + 1) * this.scale) - left;
      most = Math.max(most, addStrip(this.counts, density, width, left, strip, inner));
    }
    const offset = Math.round(top * this.scale) * width;
    const strengths = new Float32Array(1024);
    for (let i = 0; i < strengths.length; i++) strengths[i] = strengthOf((i / strengths.length) ** 2 * most, most);
    for (let i = 0; i < density.length; i++) {
      const n = density[i]!;
      if (n > 0)
        shade(image.data, 4 * (offset + i), color, strengths[Math.min(1023, (Math.sqrt(n / most) * 1024) | 0)]!);
    }
    return image;
  }

  private lines(context: CanvasRenderingContext2D, brushed: boolean): void {
    const {data, rows, size} = this.selection;
    const alpha = Math.max(0.08, Math.min(0.6, 40 / size));
    if (brushed) for (let i = 0; i < data.rows; i++) this.line(context, i, css(colorOf('--line')), 1);
    for (let k = 0; k < size; k++) this.line(context, rows[k]!, css(colorOf('--accent'), alpha), 1.2);
  }

  /** Interrupted where a value is missing. */
  private line(context: CanvasRenderingContext2D, row: number, style: string, width: number): void {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.beginPath();
    let on = false;
    this.selection.data.columns.forEach((column, i) => {
      const value = column.values[row]!;
      if (Number.isFinite(value)) {
        if (on) context.lineTo(this.axis(i), this.height_of(i, value));
        else context.moveTo(this.axis(i), this.height_of(i, value));
      }
      on = Number.isFinite(value);
    });
    context.stroke();
  }

  private axes(context: CanvasRenderingContext2D): void {
    const {data, ranges, brushes} = this.selection;
    const ink = css(colorOf('--ink'));
    const soft = css(colorOf('--ink-soft'));
    const room = this.columns > 1 ? this.axis(1) - this.axis(0) : this.width;
    data.columns.forEach((column, i) => {
      const x = this.axis(i);
      context.strokeStyle = soft;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, this.height - bottom);
      context.stroke();
      context.textAlign = 'center';
      context.fillStyle = ink;
      context.font = `${column.varied ? '' : '600 '}12px sans-serif`;
      context.fillText(fitting(context, column.name, room - 6), x, 14);
      context.fillStyle = soft;
      context.font = '11px sans-serif';
      if (column.unit) context.fillText(fitting(context, column.unit, room - 6), x, 27);
      context.fillText(shown(column, ranges[i]!.high), x, top - 4);
      context.fillText(shown(column, ranges[i]!.low), x, this.height - bottom + 14);
      const brush = brushes[i];
      if (!brush) return;
      const from = this.height_of(i, brush.high);
      context.fillStyle = css(colorOf('--accent'), 0.25);
      context.strokeStyle = css(colorOf('--accent'));
      context.fillRect(x - 7, from, 14, this.height_of(i, brush.low) - from);
      context.strokeRect(x - 7, from, 14, this.height_of(i, brush.low) - from);
    });
  }
}

function fitting(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let cut = text;
  while (cut.length > 1 && context.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}
