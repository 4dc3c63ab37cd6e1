// The names of a pane's curves with their lines and their values at the time, and the table of figures below it.
import {scaleColor} from '../data/family.ts';
import {button, make, tokens} from './elements.ts';
import {type Curve, colors, labelOf, type Span} from './picture.ts';
import {figures, valueAt} from './sampling.ts';
import {valueText} from './ticks.ts';

export interface LegendActs {
  /** Shows a column or hides it. */
  show(column: string, on: boolean): void;
  remove(column: string): void;
  /** A column stands out; "": none. */
  point(column: string): void;
}

function sample(curve: Curve, color: string, width = 26): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', '8');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', `M0 4h${width}`);
  path.setAttribute('stroke', color);
  path.setAttribute('stroke-width', '2');
  if (curve.dash.length > 0) path.setAttribute('stroke-dasharray', curve.dash.join(' '));
  svg.append(path);
  return svg;
}

/** The largest finite value, regardless of sign. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; ++i) {
    const size = Math.abs(values[i]!);
    if (size > largest && Number.isFinite(size)) largest = size;
  }
  return largest;
}

/** What is nothing beside the curve's largest value is rounding, and shown as 0. */
export function withoutDust(value: number | undefined, largest: number): number | undefined {
  return value !== undefined && Math.abs(value) < 1e-12 * largest ? 0 : value;
}

/** The colors of a family, from its first curve to its last. */
function familyKey(family: Curve[]): HTMLElement {
  const strip = make('span', {class: 'plot-scale', 'aria-hidden': 'true'});
  const colors = [0, 0.25, 0.5, 0.75, 1].map(scaleColor);
  strip.style.background = `linear-gradient(to right, ${colors.join(', ')})`;
  const ends = [family[0]!.run, family[family.length - 1]!.run];
  return make(
    'li',
    {class: 'plot-runs', 'aria-label': 'Variants'},
    make('span', {}, `${ends[0]} `),
    strip,
    ` ${ends[1]}`,
  );
}

export class Legend {
  readonly root = make('ul', {class: 'plot-legend', 'aria-label': 'Curves'});
  private series: string[] = [];
  /** What the entries were made for. */
  private form = '';
  private values: {curve: Curve; largest: number; element: HTMLElement}[] = [];

  constructor(private acts: LegendActs) {}

  /** One entry for each column: its curve of the run, then those of the overlays; below, which dashes are which run. */
  fill(all: Curve[], run: string): void {
    this.series = tokens().series;
    // The same curves with other numbers, as while a point is moved: nothing is made anew.
    const looks = all.map(({x: _x, y: _y, parameter: _p, ...rest}) => rest);
    const form = JSON.stringify([run, this.series, looks]);
    if (form === this.form) {
      this.use(all);
      for (const each of this.values) each.largest = largestOf(each.curve.y);
      return;
    }
    this.form = form;
    this.values = [];
    const curves = all.filter((each) => !each.tint);
    const family = all.filter((each) => each.tint);
    const two = curves.some((each) => each.side === 1);
    const columns = [...new Set(curves.map((each) => each.column))];
    const items = columns.map((column) =>
      this.entry(
        curves.filter((each) => each.column === column),
        two,
      ),
    );
    const runs = [...new Map(curves.map((each) => [each.run, each])).values()];
    if (runs.some((each) => each.run !== '')) {
      const key = runs.map((each) => make('span', {}, sample(each, 'currentColor'), ` ${each.run || run}`));
      items.push(make('li', {class: 'plot-runs', 'aria-label': 'Runs'}, ...key));
    }
    if (family.length > 0) items.push(familyKey(family));
    this.root.replaceChildren(...items);
  }

  private entry(curves: Curve[], two: boolean): HTMLElement {
    const curve = curves[0]!;
    const tip = `${curve.column}: click to ${curve.shown ? 'hide' : 'show'}`;
    const name = make('button', {type: 'button', class: 'plot-name', 'aria-pressed': String(curve.shown), title: tip});
    name.append(sample(curve, this.series[curve.color % colors]!), curve.column);
    name.addEventListener('click', () => this.acts.show(curve.column, !curve.shown));
    for (const kind of ['pointerenter', 'focus']) name.addEventListener(kind, () => this.acts.point(curve.column));
    for (const kind of ['pointerleave', 'blur']) name.addEventListener(kind, () => this.acts.point(''));
    const item = make('li', {}, name);
    for (const each of curves) {
      const value = make('output', {class: 'plot-value', title: labelOf(each), 'aria-label': labelOf(each)});
      this.values.push({curve: each, largest: largestOf(each.y), element: value});
      if (each !== curve) item.append(sample(each, this.series[each.color % colors]!, 18));
      item.append(value);
    }
    const unit = make('span', {class: 'plot-unit'}, `${curve.unit}${two ? (curve.side === 1 ? ' →' : ' ←') : ''}`);
    if (two) unit.title = curve.side === 1 ? 'right axis' : 'left axis';
    const remove = button('✕', `Remove ${curve.column}`, () => this.acts.remove(curve.column), 'plot-remove');
    // They stay together where the entry has no room on one line.
    item.append(make('span', {class: 'plot-end'}, unit, remove));
    return item;
  }

  /** The same curves with other rows. */
  use(curves: Curve[]): void {
    for (const each of this.values) {
      each.curve = curves.find(({run, column}) => run === each.curve.run && column === each.curve.column) ?? each.curve;
    }
  }

  /** Values at x, or of an x-y plot at the value of the axis; null: none. */
  tell(at: number | null): void {
    for (const {curve, largest, element} of this.values) {
      const text = at === null ? '' : valueText(withoutDust(valueAt(curve.parameter ?? curve.x, curve.y, at), largest));
      if (element.textContent !== text) element.textContent = text;
    }
  }
}

/** Minimum, maximum, mean and RMS of the rows in view, and the value at the time. */
export function readout(curves: Curve[], coarse: Curve[], view: Span, at: number | null): HTMLTableElement {
  const head = ['column', 'unit', 'min', 'max', 'mean', 'RMS', 'at cursor'];
  const table = make('table', {class: 'plot-readout'});
  table.append(make('thead', {}, make('tr', {}, ...head.map((each) => make('th', {scope: 'col'}, each)))));
  const body = make('tbody');
  for (const curve of curves.filter((each) => each.shown)) {
    // Lowest and highest from the finer rows; an envelope has no mean.
    const extreme = figures(curve.x, curve.y, view.min, view.max);
    const plain = coarse.find((each) => each.run === curve.run && each.column === curve.column) ?? curve;
    const whole = plain.parameter ? inView(plain, view) : figures(plain.x, plain.y, view.min, view.max);
    const now = at === null ? '' : valueText(valueAt(curve.parameter ?? curve.x, curve.y, at));
    const cells = [curve.unit, ...[extreme.min, extreme.max, whole.mean, whole.rms].map(valueText), now];
    body.append(
      make('tr', {}, make('th', {scope: 'row'}, labelOf(curve)), ...cells.map((each) => make('td', {}, each))),
    );
  }
  table.append(body);
  return table;
}

/** Of an x-y curve: the rows in view, weighed by the axis column. */
function inView(curve: Curve, view: Span) {
  const y = curve.y.map((value, i) => (curve.x[i]! >= view.min && curve.x[i]! <= view.max ? value : Number.NaN));
  return figures(curve.parameter!, y);
}
