// A picture on the screen, drawn by uPlot. The line of the time and the dots of x-y plots are elements above the canvas that are only
// moved; the data are not drawn again for them.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import {make, tokens} from './elements.ts';
import {type Gestures, listenTo} from './gestures.ts';
import {type AxisView, type Curve, colors, type Picture, placeOn, polylines, ticksOf, valueOn} from './picture.ts';
import {nearestRow, valueAt} from './sampling.ts';

const sideSize = 72;

/**
 * What `make` draws on is drawn by the processor: curves are few and thin, and where software stands in for the graphics card it would
 * take ten times as long for them. uPlot asks for its canvas itself.
 */
function drawnSimply<T>(make: () => T): T {
  const {getContext} = HTMLCanvasElement.prototype;
  const simple = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return getContext.call(this, kind, {...options, willReadFrequently: true});
  };
  HTMLCanvasElement.prototype.getContext = simple as typeof getContext;
  try {
    return make();
  } finally {
    HTMLCanvasElement.prototype.getContext = getContext;
  }
}

export class Chart {
  readonly root = make('div', {class: 'plot-chart'});
  private plot: uPlot | null = null;
  private readonly line = make('div', {class: 'plot-time'});
  private readonly box = make('div', {class: 'plot-box', hidden: true});
  private dots: HTMLElement[] = [];
  private picture: Picture | null = null;
  private faded = '';
  /** How the plot was made. */
  private form = '';
  private stopListening = () => {};
  /** Out of sight nothing is drawn: it is when it comes into sight. */
  private inSight = true;
  private behind = false;
  private sight = new IntersectionObserver((seen) => {
    this.inSight = seen[seen.length - 1]!.isIntersecting;
    if (this.inSight && this.behind && this.picture) this.update(this.picture);
  });

  constructor(
    private name: string,
    private gestures: Gestures,
  ) {
    this.sight.observe(this.root);
  }

  show(picture: Picture, width: number, height: number): void {
    // The same curves with other numbers, as while a point is moved: nothing is made anew.
    const theme = tokens();
    const looks = picture.curves.map(({column, run, color, dash, side, shown, tint}) => [
      column,
      run,
      color,
      dash,
      side,
      shown,
      tint,
    ]);
    const form = JSON.stringify([width, height, theme, picture.x.log, picture.y.map((each) => each.log), looks]);
    if (this.plot && form === this.form) {
      this.update(picture);
      return;
    }
    this.form = form;
    this.stopListening();
    this.plot?.destroy();
    this.picture = picture;
    const scales: uPlot.Scales = {x: this.scale(() => this.picture!.x)};
    const axes: uPlot.Axis[] = [
      {
        ...this.axis(() => this.picture!.x, 'x', theme, 70),
        side: 2,
        size: 26,
        labelSize: 18,
        labelGap: 0,
        gap: 3,
      },
    ];
    picture.y.forEach((_, side) => {
      const key = `y${side}`;
      scales[key] = this.scale(() => this.picture!.y[side] ?? this.picture!.y[0]!);
      axes.push({
        ...this.axis(() => this.picture!.y[side] ?? this.picture!.y[0]!, key, theme, 26),
        side: side === 0 ? 3 : 1,
        size: sideSize - 16,
        labelSize: 16,
        labelGap: 0,
        gap: 3,
        ...(side === 1 ? {grid: {show: false}} : {}),
      });
    });
    // uPlot wants at least one series.
    const count = Math.max(1, picture.curves.length);
    const series: uPlot.Series[] = [{}];
    const data: unknown[] = [null];
    for (let i = 0; i < count; ++i) {
      const curve = picture.curves[i];
      series.push({
        show: curve?.shown ?? false,
        auto: false,
        facets: [
          {scale: 'x', auto: false},
          {scale: `y${curve?.side ?? 0}`, auto: false},
        ],
        stroke: curve?.tint ?? theme.series[(curve?.color ?? 0) % colors]!,
        width: picture.curves.some((each) => each.tint) && !curve?.tint ? 2.6 : 1.6,
        dash: curve?.dash ?? [],
        points: {show: false},
        paths: (u, at) => this.paths(u, at - 1),
      });
      data.push([curve?.x ?? [], curve?.y ?? []]);
    }
    const right = picture.y.length > 1 ? 4 : 14;
    const options: uPlot.Options = {
      mode: 2,
      width,
      height,
      scales,
      axes,
      series,
      padding: [8, right, 0, 4],
      legend: {show: false},
      cursor: {show: false},
    };
    this.plot = drawnSimply(() => new uPlot(options, data as uPlot.AlignedData, this.root));
    const {over} = this.plot;
    over.append(this.line, this.box);
    this.dots = picture.curves.map((curve) => {
      const dot = make('div', {class: 'plot-dot', hidden: true});
      dot.style.background = curve.tint ?? theme.series[curve.color % colors]!;
      over.append(dot);
      return dot;
    });
    over.tabIndex = 0;
    over.setAttribute('role', 'group');
    over.setAttribute('aria-label', `${this.name}. Plus and minus zoom, 0 shows all.`);
    this.stopListening = listenTo(over, this.gestures);
    this.fade(this.faded);
  }

  /** The same curves with other ranges or finer rows. */
  update(picture: Picture): void {
    if (!this.plot) return;
    this.picture = picture;
    this.behind = !this.inSight;
    if (this.behind) return;
    const {min, max} = picture.x;
    // Setting x makes uPlot take the ranges of y anew and build the paths anew.
    this.plot.setScale('x', {min, max});
  }

  resize(width: number, height: number): void {
    this.plot?.setSize({width, height});
  }

  destroy(): void {
    this.stopListening();
    this.sight.disconnect();
    this.plot?.destroy();
    this.plot = null;
    this.root.remove();
  }

  /** Curves of other columns step back; "" shows all alike. */
  fade(column: string): void {
    this.faded = column;
    if (!this.plot || !this.picture) return;
    let changed = false;
    this.picture.curves.forEach((curve, i) => {
      const series = this.plot!.series[i + 1]!;
      const alpha = column === '' || curve.column === column ? 1 : 0.2;
      if (series.alpha !== alpha) changed = true;
      series.alpha = alpha;
    });
    if (changed) this.plot.redraw(false, false);
  }

  /** Moves the line, or the dots where x is another column; null: the axis is not the time. */
  time(value: number | null): void {
    if (!this.plot || !this.picture) return;
    const {width, height} = this.size();
    const xy = this.picture.curves.some((each) => each.parameter);
    const place = value === null ? Number.NaN : placeOn(this.picture.x)(value);
    this.line.hidden = xy || !(place >= 0 && place <= 1);
    if (!this.line.hidden) this.line.style.transform = `translateX(${place * width}px)`;
    this.picture.curves.forEach((curve, i) => {
      const at = xy && curve.shown && value !== null ? pointAt(curve, value) : null;
      const x = at ? placeOn(this.picture!.x)(at.x) : Number.NaN;
      const y = at ? placeOn(this.picture!.y[curve.side]!)(at.y) : Number.NaN;
      const dot = this.dots[i];
      if (!dot) return;
      dot.hidden = !(x >= 0 && x <= 1 && y >= 0 && y <= 1);
      if (!dot.hidden) dot.style.transform = `translate(${x * width}px, ${(1 - y) * height}px)`;
    });
  }

  /** Value of x at a place from 0 (left) to 1 (right). */
  valueAt(place: number): number {
    return this.picture ? valueOn(this.picture.x, place) : Number.NaN;
  }

  /** The value of the axis column at the point of an x-y curve nearest to a place of the drawing. */
  parameterAt(placeX: number, placeY: number): number | null {
    if (!this.plot || !this.picture) return null;
    const {width, height} = this.size();
    let best: number | null = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const curve of this.picture.curves) {
      if (!curve.parameter || !curve.shown || curve.run !== '') continue;
      const x = placeOn(this.picture.x);
      const y = placeOn(this.picture.y[curve.side]!);
      for (let i = 0; i < curve.x.length; ++i) {
        const d = Math.hypot((x(curve.x[i]!) - placeX) * width, (1 - y(curve.y[i]!) - placeY) * height);
        if (d < distance) {
          distance = d;
          best = curve.parameter[i]!;
        }
      }
    }
    return best;
  }

  /** The stretch that is being chosen, places from 0 to 1. */
  choose(from: number, to: number): void {
    this.box.hidden = from === to;
    this.box.style.left = `${100 * Math.min(from, to)}%`;
    this.box.style.width = `${100 * Math.abs(to - from)}%`;
  }

  /** What a reader of the screen says of the time; only where x is it. */
  say(text: string, value: number, min: number, max: number): void {
    const over = this.plot?.over;
    if (!over) return;
    if (over.getAttribute('role') !== 'slider') {
      over.setAttribute('role', 'slider');
      over.setAttribute('aria-label', `${this.name}. Arrow keys move the time, plus and minus zoom, 0 shows all.`);
    }
    over.setAttribute('aria-valuetext', text);
    over.setAttribute('aria-valuenow', String(value));
    over.setAttribute('aria-valuemin', String(min));
    over.setAttribute('aria-valuemax', String(max));
  }

  /** Of the drawing inside its axes, without asking the document. */
  private size(): {width: number; height: number} {
    const {width, height} = this.plot!.bbox;
    return {width: width / uPlot.pxRatio, height: height / uPlot.pxRatio};
  }

  private scale(axis: () => AxisView): uPlot.Scale {
    return {time: false, auto: true, distr: axis().log ? 3 : 1, range: () => [axis().min, axis().max]};
  }

  private axis(axis: () => AxisView, scale: string, theme: ReturnType<typeof tokens>, space: number): uPlot.Axis {
    const font = '12px system-ui, sans-serif';
    return {
      scale,
      label: () => axis().label,
      font,
      labelFont: font,
      stroke: theme.soft,
      grid: {stroke: theme.line, width: 1},
      ticks: {stroke: theme.line, width: 1, size: 4},
      border: {show: true, stroke: theme.soft, width: 1},
      splits: (u) => ticksOf(axis(), (scale === 'x' ? u.bbox.width : u.bbox.height) / uPlot.pxRatio / space).values,
      values: (u) => ticksOf(axis(), (scale === 'x' ? u.bbox.width : u.bbox.height) / uPlot.pxRatio / space).labels,
      filter: (_, splits) => splits,
    };
  }

  private paths(u: uPlot, at: number): uPlot.Series.Paths | null {
    const curve = this.picture?.curves[at];
    if (!curve || !this.picture) return null;
    const {left, top, width, height} = u.bbox;
    const stroke = new Path2D();
    for (const piece of polylines(curve, this.picture, left, top, width, height)) {
      stroke.moveTo(piece[0]!, piece[1]!);
      for (let i = 2; i < piece.length; i += 2) stroke.lineTo(piece[i]!, piece[i + 1]!);
    }
    return {stroke, fill: null, clip: null, band: null, flags: 1};
  }
}

/** Where an x-y curve is at a value of the axis column. */
export function pointAt(curve: Curve, at: number): {x: number; y: number} | null {
  const {parameter} = curve;
  if (!parameter || parameter.length === 0) return null;
  const x = valueAt(parameter, curve.x, at);
  const y = valueAt(parameter, curve.y, at);
  if (!Number.isNaN(x) && !Number.isNaN(y)) return {x, y};
  const row = nearestRow(parameter, at);
  return {x: curve.x[row]!, y: curve.y[row]!};
}
