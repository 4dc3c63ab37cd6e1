// A small chart: points, and a line through some of them. For the path of a search and the residuals of an identification.
import {colorOf, css} from './colors.ts';

export interface Series {
  x: number[];
  y: number[];
  token: string;
  kind: 'points' | 'line' | 'steps';
  row?: number[];
}

export class LineChart {
  readonly canvas = document.createElement('canvas');
  picked: number | null = null;

  constructor(
    private readonly title: {x: string; y: string},
    private readonly series: Series[],
    private readonly pick: (row: number) => void = () => {},
  ) {
    this.canvas.className = 'chart';
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', `${title.y} over ${title.x}`);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.canvas.addEventListener('click', (event) => this.press(event));
  }

  private ends(values: number[][]): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (const list of values)
      for (const v of list) if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
    if (low > high) return [0, 1];
    const margin = (high - low || Math.abs(high) || 1) * 0.04;
    return [low - margin, high + margin];
  }

  private frame(): {x: (v: number) => number; y: (v: number) => number; xs: [number, number]; ys: [number, number]} {
    const xs = this.ends(this.series.map((each) => each.x));
    const ys = this.ends(this.series.map((each) => each.y));
    const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
    return {
      x: (v) => 60 + ((v - xs[0]) / (xs[1] - xs[0])) * (w - 70),
      y: (v) => 8 + (1 - (v - ys[0]) / (ys[1] - ys[0])) * (h - 40),
      xs,
      ys,
    };
  }

  private press(event: MouseEvent): void {
    const {x, y} = this.frame();
    let best = {distance: 12, row: -1};
    for (const each of this.series)
      each.row?.forEach((row, i) => {
        const distance = Math.hypot(x(each.x[i]!) - event.offsetX, y(each.y[i]!) - event.offsetY);
        if (distance < best.distance) best = {distance, row};
      });
    if (best.row >= 0) this.pick(best.row);
  }

  draw(): void {
    const scale = devicePixelRatio || 1;
    const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (w < 100 || h < 60) return;
    this.canvas.width = Math.round(w * scale);
    this.canvas.height = Math.round(h * scale);
    const context = this.canvas.getContext('2d')!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const {x, y, xs, ys} = this.frame();
    context.font = '11px sans-serif';
    context.strokeStyle = css(colorOf('--line'));
    context.fillStyle = css(colorOf('--ink-soft'));
    const text = (v: number) => Number(v.toPrecision(3)).toString();
    for (const share of [0.05, 0.5, 0.95]) {
      const v = ys[0] + share * (ys[1] - ys[0]);
      context.beginPath();
      context.moveTo(60, y(v));
      context.lineTo(w - 10, y(v));
      context.stroke();
      context.textAlign = 'right';
      context.fillText(text(v), 55, y(v) + 4);
      const u = xs[0] + share * (xs[1] - xs[0]);
      context.textAlign = 'center';
      context.fillText(text(u), x(u), h - 18);
    }
    context.textAlign = 'left';
    context.fillText(this.title.y, 62, 12);
    context.textAlign = 'right';
    context.fillText(this.title.x, w - 10, h - 5);
    for (const each of this.series) this.curve(context, each, x, y);
  }

  private curve(
    context: CanvasRenderingContext2D,
    each: Series,
    x: (v: number) => number,
    y: (v: number) => number,
  ): void {
    context.strokeStyle = css(colorOf(each.token));
    context.fillStyle = css(colorOf(each.token), each.kind === 'points' ? 0.6 : 1);
    context.lineWidth = 1.8;
    if (each.kind === 'points') {
      each.x.forEach((v, i) => {
        if (!Number.isFinite(each.y[i]!)) return;
        context.beginPath();
        context.arc(x(v), y(each.y[i]!), each.row && each.row[i] === this.picked ? 5 : 2.2, 0, 7);
        context.fill();
      });
      return;
    }
    context.beginPath();
    each.x.forEach((v, i) => {
      if (i === 0) context.moveTo(x(v), y(each.y[i]!));
      else {
        if (each.kind === 'steps') context.lineTo(x(v), y(each.y[i - 1]!));
        context.lineTo(x(v), y(each.y[i]!));
      }
    });
    context.stroke();
  }
}
