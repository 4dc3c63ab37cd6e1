// The scatter matrix: how two columns belong together, for every pair. Dragging in a cell brushes both; a click takes them away. Below the
// diagonal only; the diagonal has the histogram of its column.
import {countAllPairs, countPairs, parts, stride} from './bins.ts';
import {colorOf, css, shade, strengthOf} from './colors.ts';
import type {Selection} from './selection.ts';

const label = 16;
const gap = 4;

export class ScatterMatrix {
  readonly canvas = document.createElement('canvas');
  /** Columns that are shown. */
  columns: number[];
  picked: number | null = null;
  private readonly counts = new Uint32Array(stride * stride);
  private readonly all = new Map<string, Uint32Array>();
  private readonly cell = document.createElement('canvas');
  private size = 0;
  private scale = 1;

  constructor(private readonly selection: Selection) {
    const {columns} = selection.data;
    const of = (varied: boolean) => [...columns.keys()].filter((i) => columns[i]!.varied === varied);
    const measures = of(false).slice(-2);
    this.columns = [...of(true).slice(0, 5 - measures.length), ...measures];
    this.canvas.className = 'scatter';
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'Scatter matrix: a cell for each pair of columns');
    this.canvas.addEventListener('pointerdown', (event) => this.press(event));
    this.cell.width = parts;
    this.cell.height = parts;
    new ResizeObserver(() => this.fit()).observe(this.canvas);
  }

  fit(): void {
    this.scale = devicePixelRatio || 1;
    this.size = Math.min(this.canvas.clientWidth, this.canvas.clientHeight);
    this.canvas.width = Math.round(this.canvas.clientWidth * this.scale);
    this.canvas.height = Math.round(this.canvas.clientHeight * this.scale);
    this.draw();
  }

  private get side(): number {
    return (this.size - label) / this.columns.length;
  }
  private corner(i: number, j: number): {x: number; y: number} {
    return {x: label + j * this.side, y: i * this.side};
  }

  private press(event: PointerEvent): void {
    const j = Math.floor((event.offsetX - label) / this.side);
    const i = Math.floor(event.offsetY / this.side);
    if (i < 0 || j < 0 || i >= this.columns.length || j >= i) return;
    const [across, up] = [this.columns[j]!, this.columns[i]!];
    const corner = this.corner(i, j);
    const inner = this.side - gap;
    const value = (column: number, share: number) => {
      const {low, high} = this.selection.ranges[column]!;
      return low + Math.min(1, Math.max(0, share)) * (high - low);
    };
    const at = (each: PointerEvent) => ({
      x: value(across, (each.offsetX - corner.x) / inner),
      y: value(up, 1 - (each.offsetY - corner.y) / inner),
    });
    const first = at(event);
    let moved = false;
    this.canvas.setPointerCapture(event.pointerId);
    const drag = (each: PointerEvent) => {
      moved ||= Math.hypot(each.offsetX - event.offsetX, each.offsetY - event.offsetY) > 3;
      if (!moved) return;
      const last = at(each);
      this.selection.brush(across, {low: Math.min(first.x, last.x), high: Math.max(first.x, last.x)});
      this.selection.brush(up, {low: Math.min(first.y, last.y), high: Math.max(first.y, last.y)});
    };
    const release = () => {
      this.canvas.removeEventListener('pointermove', drag);
      if (moved) return;
      this.selection.brush(across, null);
      this.selection.brush(up, null);
    };
    this.canvas.addEventListener('pointermove', drag);
    this.canvas.addEventListener('pointerup', release, {once: true});
  }

  private all_of(a: number, b: number): Uint32Array {
    const key = `${a} ${b}`;
    let found = this.all.get(key);
    if (!found) {
      found = new Uint32Array(stride * stride);
      countAllPairs(this.selection.bins[a]!, this.selection.bins[b]!, found);
      this.all.set(key, found);
    }
    return found;
  }

  draw(): void {
    const context = this.canvas.getContext('2d');
    if (!context || this.size < 60) return;
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const {data, bins, rows, size} = this.selection;
    const brushed = size < data.rows;
    const inner = this.side - gap;
    context.imageSmoothingEnabled = false;
    for (let i = 0; i < this.columns.length; i++)
      for (let j = 0; j <= i; j++) {
        const {x, y} = this.corner(i, j);
        if (i === j) {
          this.histogram(context, this.columns[i]!, x, y, inner);
          continue;
        }
        const [across, up] = [this.columns[j]!, this.columns[i]!];
        const all = this.all_of(across, up);
        if (brushed) countPairs(bins[across]!, bins[up]!, rows, size, this.counts);
        this.paint(brushed ? this.counts : all, brushed ? all : null);
        context.drawImage(this.cell, x, y, inner, inner);
        context.strokeStyle = css(colorOf('--line'));
        context.strokeRect(x + 0.5, y + 0.5, inner - 1, inner - 1);
        if (this.picked !== null) this.mark(context, across, up, x, y, inner);
      }
    this.labels(context, inner);
  }

  /** Counts into the small picture, stronger where there are more; few rows get larger dots by being spread over their neighbors. */
  private paint(counts: Uint32Array, behind: Uint32Array | null): void {
    const context = this.cell.getContext('2d')!;
    const image = context.createImageData(parts, parts);
    const wide = this.selection.data.rows < 5000 ? 1 : 0;
    const put = (from: Uint32Array, token: string) => {
      const color = colorOf(token);
      let most = 1;
      for (let a = 0; a < parts; a++) for (let b = 0; b < parts; b++) most = Math.max(most, from[a * stride + b]!);
      for (let a = 0; a < parts; a++)
        for (let b = 0; b < parts; b++) {
          const n = from[a * stride + b]!;
          if (n === 0) continue;
          const strength = strengthOf(n, most);
          for (let u = a; u <= Math.min(parts - 1, a + wide); u++)
            for (let v = b; v <= Math.min(parts - 1, b + wide); v++)
              shade(image.data, 4 * ((parts - 1 - v) * parts + u), color, strength);
        }
    };
    if (behind) put(behind, '--line');
    put(counts, '--accent');
    context.putImageData(image, 0, 0);
  }

  private histogram(context: CanvasRenderingContext2D, column: number, x: number, y: number, inner: number): void {
    const {bins, rows, size, data} = this.selection;
    const bars = 32;
    const of = new Uint32Array(bars + 1);
    const chosen = bins[column]!;
    for (let k = 0; k < size; k++) of[Math.min(bars, (chosen[rows[k]!]! * bars) / parts) | 0]!++;
    const most = Math.max(1, ...of.subarray(0, bars));
    context.fillStyle = css(colorOf('--accent'), 0.5);
    for (let k = 0; k < bars; k++) {
      const height = (of[k]! / most) * (inner - 18);
      context.fillRect(x + (k * inner) / bars, y + inner - height, inner / bars, height);
    }
    context.fillStyle = css(colorOf('--ink'));
    context.font = '11px sans-serif';
    context.textAlign = 'left';
    context.fillText(data.columns[column]!.name, x + 3, y + 12, inner - 4);
  }

  private mark(
    context: CanvasRenderingContext2D,
    across: number,
    up: number,
    x: number,
    y: number,
    inner: number,
  ): void {
    const place = (column: number) => {
      const {low, high} = this.selection.ranges[column]!;
      return (this.selection.data.columns[column]!.values[this.picked!]! - low) / (high - low);
    };
    context.strokeStyle = css(colorOf('--series-2'));
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x + place(across) * inner, y + (1 - place(up)) * inner, 4, 0, 7);
    context.stroke();
    context.lineWidth = 1;
  }

  private labels(context: CanvasRenderingContext2D, inner: number): void {
    context.fillStyle = css(colorOf('--ink-soft'));
    context.font = '11px sans-serif';
    context.textAlign = 'center';
    this.columns.forEach((column, i) => {
      const name = this.selection.data.columns[column]!.name;
      if (i + 1 < this.columns.length) context.fillText(name, label + i * this.side + inner / 2, this.size - 4, inner);
      if (i === 0) return;
      context.save();
      context.translate(11, i * this.side + inner / 2);
      context.rotate(-Math.PI / 2);
      context.fillText(name, 0, 0, inner);
      context.restore();
    });
  }
}
