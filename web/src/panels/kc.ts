// The K&C tab: curves and values of a vehicle's axle that follow while a hard point moves or a number changes, the state before in
// gray beside them; and what each hard point does to an output, as arrows.

import {Trouble} from '../data/source.ts';
import type {ModelEdit} from '../editor/model_edit.ts';
import {debounce, fill, h} from '../parts/dom.ts';
import {number} from '../parts/format.ts';
import {
  arrowsOf,
  type Curve,
  charts,
  curveOf,
  isVehicle,
  type KcAnswer,
  type KcAxle,
  outputOf,
  shownValues,
} from './kc_sheet.ts';

const followed = {tests: 'heave,roll,steer', positions: '21', sensitivity: 'false', convention: 'iso'};
const varied = {tests: 'heave', positions: '3', sensitivity: 'true', convention: 'iso'};

export class KcPanel {
  private answer: KcAnswer | null = null;
  /** What was told first of this model: drawn in gray. */
  private before: KcAnswer | null = null;
  private axle = '';
  private output = 'bump_steer';
  private asked = 0;
  private stale = true;
  private trouble = '';
  private points: KcAnswer | null = null;
  private soon = debounce(150, () => this.ask());

  constructor(
    private host: HTMLElement,
    private edit: ModelEdit,
  ) {
    edit.model.listen(() => {
      this.before = this.answer = this.points = null;
      this.changed();
    });
    edit.text.listen(() => this.changed());
    edit.set.listen(() => this.changed());
    this.draw();
  }

  /** The tab is shown. */
  open(): void {
    if (this.stale) this.ask();
  }

  private changed(): void {
    this.stale = true;
    this.points = null;
    if (this.host.checkVisibility()) this.soon();
  }

  private async ask(): Promise<void> {
    const model = this.edit.model.value;
    this.stale = false;
    const mine = ++this.asked;
    if (!model || !isVehicle(this.edit.text.value)) {
      this.answer = null;
      this.trouble = '';
      this.draw();
      return;
    }
    const answer = await this.sheet(followed);
    if (mine !== this.asked) return;
    if (answer?.axles) {
      this.answer = answer;
      this.before ??= answer;
    }
    this.draw();
  }

  private async sheet(options: Record<string, string>): Promise<KcAnswer | null> {
    const {edit} = this;
    const id = edit.model.value?.id;
    if (!id) return null;
    try {
      const answer = (await edit.state.source.kc(id, edit.text.value, edit.set.value, options)) as KcAnswer;
      const fault = answer.faults?.[0];
      this.trouble = fault ? [fault.where, fault.what, fault.hint].filter(Boolean).join(': ') : '';
      return answer;
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      this.trouble = trouble.message;
      return null;
    }
  }

  private draw(): void {
    const {answer} = this;
    const axle = answer?.axles?.find((each) => each.name === this.axle) ?? answer?.axles?.[0];
    const words = isVehicle(this.edit.text.value)
      ? 'The sheet comes …'
      : 'This model does not say what its wheels are. With a section `vehicle`, or `roles` of a corner, its kinematics and compliance stand here.';
    fill(
      this.host,
      this.trouble !== '' && h('p', {class: 'panel-note', role: 'alert'}, this.trouble),
      axle && answer?.axles && this.sheetOf(axle, answer.axles),
      !axle && this.trouble === '' && h('p', {class: 'panel-note'}, words),
    );
  }

  private sheetOf(axle: KcAxle, all: KcAxle[]): HTMLElement {
    const before = this.before?.axles?.find((each) => each.name === axle.name) ?? null;
    const choose = h(
      'select',
      {
        'aria-label': 'Axle',
        onchange: (event) => {
          this.axle = (event.target as HTMLSelectElement).value;
          this.draw();
        },
      },
      all.map((each) => h('option', {value: each.name, selected: each === axle}, `${each.name} axle`)),
    );
    return h(
      'div',
      {class: 'kc'},
      h(
        'div',
        {class: 'kc-bar'},
        choose,
        h('span', {class: 'soft'}, 'gray: before the first change'),
        h(
          'button',
          {
            type: 'button',
            class: 'button small',
            onclick: () => {
              this.before = this.answer;
              this.draw();
            },
          },
          'Compare with now',
        ),
      ),
      axle.notes.map((note) => h('p', {class: 'panel-note'}, note)),
      h(
        'div',
        {class: 'kc-charts'},
        charts.map(([test, key]) => {
          const name = `${axle.name}.${key}`;
          const curve = curveOf(axle, test, name);
          const was = before && curveOf(before, test, name);
          const value = axle.values.find((each) => each.name === name);
          return curve && chart(`${test}: ${value?.title ?? key.split('.').at(-1)}`, value?.unit ?? '%', curve, was);
        }),
      ),
      this.table(axle, before),
      this.map(axle),
    );
  }

  private table(axle: KcAxle, before: KcAxle | null): HTMLElement {
    return h(
      'table',
      {class: 'kc-values'},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['at design', 'now', 'before', 'unit'].map((word) => h('th', {}, word)),
        ),
      ),
      h(
        'tbody',
        {},
        shownValues.map((key) => {
          const now = outputOf(axle, key);
          const was = before && outputOf(before, key);
          if (!now) return null;
          const words = [now.formula, now.method, now.sign].filter(Boolean).join('; ');
          return h(
            'tr',
            {title: words},
            h('th', {scope: 'row'}, now.title),
            h('td', {}, now.value === null ? '–' : number(now.value)),
            h('td', {class: 'soft'}, was?.value === null || !was ? '–' : number(was.value)),
            h('td', {class: 'soft'}, now.unit),
          );
        }),
      ),
    );
  }

  /** Arrows are computed when they are asked for: the file is read again for every coordinate. */
  private map(axle: KcAxle): HTMLElement {
    const told = this.points?.axles?.find((each) => each.name === axle.name);
    const choose = h(
      'select',
      {
        'aria-label': 'Output of the arrows',
        onchange: (event) => {
          this.output = (event.target as HTMLSelectElement).value;
          this.draw();
        },
      },
      shownValues
        .filter((key) => !['camber', 'toe', 'wheel_rate', 'roll_stiffness'].includes(key))
        .map((key) => h('option', {value: key, selected: key === this.output}, outputOf(axle, key)?.title ?? key)),
    );
    const start = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        onclick: async () => {
          start.disabled = true;
          this.points = await this.sheet(varied);
          this.draw();
        },
      },
      'What the hard points do',
    );
    if (!told) return h('div', {class: 'kc-bar'}, start);
    const value = outputOf(axle, this.output);
    const arrows = value ? arrowsOf(told, value.name) : [];
    return h(
      'div',
      {},
      h('div', {class: 'kc-bar'}, h('span', {}, 'Arrows: where a point goes for more of'), choose),
      h('div', {class: 'kc-charts'}, arrowView('from behind', arrows, 1, -1), arrowView('from the left', arrows, 0, 1)),
      h(
        'table',
        {class: 'kc-values'},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['point', 'per mm x', 'y', 'z'].map((word) => h('th', {}, word)),
          ),
        ),
        h(
          'tbody',
          {},
          arrows.map((each) =>
            h(
              'tr',
              {},
              h('th', {scope: 'row'}, each.point),
              each.by.map((by) => h('td', {}, number(Number(by.toPrecision(3))))),
            ),
          ),
        ),
      ),
    );
  }
}

const W = 260;
const H = 150;

function svg(label: string, inside: string): HTMLElement {
  const box = h('figure', {class: 'kc-chart'}, h('figcaption', {}, label));
  // Numbers and escaped names only.
  box.insertAdjacentHTML(
    'beforeend',
    `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${escaped(label)}">${inside}</svg>`,
  );
  return box;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function chart(title: string, unit: string, now: Curve, before: Curve | null): HTMLElement {
  const curves = before ? [before, now] : [now];
  const xs = curves.flatMap((each) => each.x);
  const ys = curves.flatMap((each) => each.y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const most = Math.max(Math.abs(Math.min(...ys)), Math.abs(Math.max(...ys)));
  const least = Math.max(1e-6, 1e-3 * most);
  let [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  if (y1 - y0 < least) [y0, y1] = [y0 - least, y1 + least];
  const X = (x: number) => 44 + ((x - x0) / (x1 - x0 || 1)) * (W - 54);
  const Y = (y: number) => H - 22 - ((y - y0) / (y1 - y0)) * (H - 34);
  const path = (curve: Curve) =>
    curve.x.map((x, i) => `${i ? 'L' : 'M'}${X(x).toFixed(1)} ${Y(curve.y[i]!).toFixed(1)}`).join('');
  const line = (x: number, y: number, x2: number, y2: number) =>
    `<line class="kc-axis" x1="${x}" y1="${y}" x2="${x2}" y2="${y2}"/>`;
  const text = (x: number, y: number, words: string, anchor: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(words)}</text>`;
  const zero = y0 < 0 && y1 > 0 ? line(44, Y(0), W - 10, Y(0)) : '';
  const middle = x0 < 0 && x1 > 0 ? line(X(0), 12, X(0), H - 22) : '';
  return svg(
    `${title} (${unit})`,
    `${line(44, H - 22, W - 10, H - 22)}${line(44, 12, 44, H - 22)}${zero}${middle}` +
      (before ? `<path class="kc-before" d="${path(before)}"/>` : '') +
      `<path class="kc-now" d="${path(now)}"/>` +
      text(41, Y(y1) + 8, short(y1), 'end') +
      text(41, Y(y0), short(y0), 'end') +
      text(44, H - 8, short(x0), 'start') +
      text(W - 10, H - 8, short(x1), 'end'),
  );
}

const short = (value: number): string => number(Number(value.toPrecision(3)));

function arrowView(title: string, arrows: ReturnType<typeof arrowsOf>, across: 0 | 1, sense: 1 | -1): HTMLElement {
  if (arrows.length === 0) return h('p', {class: 'panel-note'}, 'No point changes this.');
  const xs = arrows.map((each) => each.at[across]);
  const zs = arrows.map((each) => each.at[2]);
  const middle = (all: number[]) => (Math.max(...all) + Math.min(...all)) / 2;
  const span = (all: number[]) => Math.max(...all) - Math.min(...all) || 1;
  const scale = Math.min((W - 70) / span(xs), (H - 50) / span(zs));
  const longest = Math.max(...arrows.map((each) => Math.hypot(...each.by))) || 1;
  const inside = arrows.map((each) => {
    const x = W / 2 + sense * (each.at[across] - middle(xs)) * scale;
    const y = H / 2 - (each.at[2] - middle(zs)) * scale;
    const share = Math.hypot(...each.by) / longest;
    const ex = x + (sense * 34 * each.by[across]) / longest;
    const ey = y - (34 * each.by[2]) / longest;
    const turn = Math.atan2(ey - y, ex - x);
    const barb = (side: number) => `${ex - 5 * Math.cos(turn + side)} ${ey - 5 * Math.sin(turn + side)}`;
    const color = `hsl(${Math.round(215 - 190 * share)} 75% 48%)`;
    const name = each.point.split('.').at(-1) ?? '';
    const arrow =
      Math.hypot(ex - x, ey - y) > 1.5
        ? `<path d="M${x} ${y}L${ex} ${ey}M${barb(0.5)}L${ex} ${ey}L${barb(-0.5)}" stroke="${color}" stroke-width="1.8" fill="none"/>`
        : '';
    return `<circle cx="${x}" cy="${y}" r="2.5" fill="${color}"/>${arrow}<text x="${x + 4}" y="${y + 10}">${escaped(name)}</text>`;
  });
  return svg(title, inside.join(''));
}
