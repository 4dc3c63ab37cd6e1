import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  baseOf,
  type Curve,
  dashOf,
  type Picture,
  pictureOf,
  placeOn,
  polylines,
  ticksOf,
  valueOn,
  wholeX,
} from './picture.ts';
import {type SvgColors, svgOf} from './svg.ts';
import {between, panned, zoomed} from './zoom.ts';

export function curve(x: number[], y: number[], more: Partial<Curve> = {}): Curve {
  return {
    column: 'a.x',
    run: '',
    unit: 'm',
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    side: 0,
    color: 0,
    dash: [],
    shown: true,
    ...more,
  };
}
const wish = {xLabel: 't [s]', logX: false, logY: false, zoom: null};

test('ranges: all of x, y with a margin, of what is in view', () => {
  const found = pictureOf([curve([0, 1, 2], [0, 10, 20])], wish);
  assert.deepEqual([found.x.min, found.x.max], [0, 2]);
  assert.deepEqual([found.y[0]!.min, found.y[0]!.max], [-1, 21]);
  assert.equal(found.y[0]!.label, 'a.x [m]');
  const zoom = pictureOf([curve([0, 1, 2], [0, 10, 20])], {...wish, zoom: {min: 0.5, max: 1.5}});
  assert.deepEqual([zoom.y[0]!.min, zoom.y[0]!.max], [4.5, 15.5], 'where the line enters and leaves');
  const flat = pictureOf([curve([0, 1], [5, 5])], wish);
  assert.deepEqual([flat.y[0]!.min, flat.y[0]!.max], [4.5, 5.5]);
  const hidden = pictureOf([curve([0, 1], [0, 1]), curve([0, 9], [0, 99], {shown: false})], wish);
  assert.equal(hidden.x.max, 1);
  assert.ok(hidden.y[0]!.max < 2);
  assert.equal(wholeX([], false), null);
  assert.equal(pictureOf([curve([0, 1], [0, 1]), curve([0, 1], [0, 1], {side: 1, unit: 'N'})], wish).y.length, 2);
});

test('a division by nearly zero does not make a flat line of the rest, an impact is shown whole', () => {
  const x = Array.from({length: 400}, (_, i) => i);
  const ratio = x.map((i) => (i === 200 ? -9e13 : Math.sin(i)));
  const cut = pictureOf([curve(x, ratio)], wish);
  assert.ok(cut.y[0]!.min > -2 && cut.y[0]!.max < 2);
  assert.deepEqual(cut.cut, ['a.x reaches −9e13, outside of the drawing.']);
  const impact = pictureOf(
    [
      curve(
        x,
        x.map((i) => (i === 200 ? 5e4 : 1)),
      ),
    ],
    wish,
  );
  assert.ok(impact.y[0]!.max > 5e4);
  const lone = pictureOf(
    [
      curve(
        x,
        x.map((i) => (i === 200 ? 5e9 : 0)),
      ),
    ],
    wish,
  );
  assert.ok(lone.y[0]!.max > 5e9, 'nothing beside it');
  assert.deepEqual([impact.cut, lone.cut], [[], []]);
  assert.ok(pictureOf([curve(x, ratio)], {...wish, peaks: true}).y[0]!.min < -9e13, 'a spectrum keeps its peaks');
});

test('values that hardly differ are labeled by what they are above a round number', () => {
  const energy = pictureOf([curve([0, 1, 2], [197.29316, 197.29318, 197.2932])], wish);
  assert.equal(energy.y[0]!.base, 197.2932);
  assert.equal(energy.y[0]!.label, '[m] above 197.2932');
  const {values, labels} = ticksOf(energy.y[0]!, 3);
  assert.deepEqual(labels, ['−4e−5', '−2e−5', '0']);
  assert.ok(Math.abs(values[0]! - 197.29316) < 1e-9 && values[2] === 197.2932);
  const rounded = pictureOf([curve([0, 1], [Math.fround(197.29316), Math.fround(197.29318)])], wish);
  assert.ok(rounded.y[0]!.max - rounded.y[0]!.min > 1, 'the last bits of a report are no motion');
  assert.equal(baseOf({min: 100, max: 101}), undefined);
  assert.equal(baseOf({min: 0, max: 0}), undefined);
  assert.equal(baseOf({min: 5e9 - 1, max: 5e9 + 1}), 5e9);
});

test('logarithmic axes', () => {
  const found = pictureOf([curve([0.1, 1, 10], [1e-20, 1e-2, 1])], {...wish, logX: true, logY: true});
  assert.deepEqual([found.x.min, found.x.max], [0.1, 10]);
  assert.ok(found.y[0]!.min > 1e-9 && found.y[0]!.max > 1, 'eight decades');
  assert.ok(Math.abs(placeOn(found.x)(1) - 0.5) < 1e-12);
  assert.ok(Math.abs(valueOn(found.x, 0.5) - 1) < 1e-12);
  assert.ok(Number.isNaN(placeOn(found.x)(0)));
});

const square: Picture = {
  curves: [],
  x: {label: '', log: false, min: 0, max: 10},
  y: [{label: '', log: false, min: 0, max: 1}],
};

test('points in pixels, with gaps', () => {
  const pieces = polylines(curve([0, 5, 6, 10], [0, 1, NaN, 0.5]), square, 100, 20, 200, 50);
  assert.deepEqual(pieces, [
    [100, 70, 200, 20],
    [300, 45],
  ]);
});

test('many points on a pixel become the lowest and the highest', () => {
  const n = 100000;
  const x = Array.from({length: n}, (_, i) => (10 * i) / (n - 1));
  const y = x.map((_, i) => (i === 4321 ? 1 : i === 87654 ? 0 : 0.5));
  const pieces = polylines(curve(x, y), square, 0, 0, 200, 50);
  const flat = pieces.flat();
  assert.ok(flat.length / 2 <= 4 * 202, `${flat.length / 2} points`);
  const heights = flat.filter((_, i) => i % 2 === 1);
  assert.equal(Math.min(...heights), 0);
  assert.equal(Math.max(...heights), 50);
});

test('of what lies outside only the next point is kept', () => {
  const x = Array.from({length: 1001}, (_, i) => i - 500);
  const [first, ...rest] = polylines(
    curve(
      x,
      x.map(() => 0.5),
    ),
    square,
    0,
    0,
    100,
    10,
  ).filter((each) => each.length > 2);
  assert.deepEqual(first!.slice(0, 4), [-10, 5, 0, 5]);
  assert.ok(first!.length <= 2 * 14);
  assert.equal(rest.length, 0);
});

const ink: SvgColors = {paper: '#fff', ink: '#000', soft: '#555', line: '#ddd', series: Array(8).fill('#00f')};

/** Opening and closing tags match; no bare ampersand or angle bracket remains. */
function wellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, close, name, , self] of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (close) assert.equal(open.pop(), name);
    else if (!self) open.push(name!);
  }
  assert.deepEqual(open, []);
  const text = svg.replace(/<\/?[a-zA-Z]+(?:\s[\w:-]+="[^"<]*")*\s*\/?>/g, '');
  assert.ok(!/[<>]/.test(text), text);
  assert.ok(!/&(?!(amp|lt|gt|quot);)/.test(svg));
}

test('an SVG file is well formed and has its points where they belong', () => {
  const one = curve([0, 10], [0, 1], {column: 'a<b>&"c"', dash: [4, 2]});
  const picture = {...square, curves: [one], x: {...square.x, label: 't [s]'}};
  const {svg, height} = svgOf([{title: 'x & <y>', picture, notes: ['1 < 2'], height: 200}], 900, ink);
  wellFormed(svg);
  // Left edge 70, right edge 880, below the title and one row of legend: top 50, bottom 250.
  assert.ok(svg.includes('<path d="M70 250L880 50" fill="none" stroke="#00f"'), svg);
  assert.ok(svg.includes('stroke-dasharray="4 2"'));
  assert.ok(svg.includes('a&lt;b&gt;&amp;&quot;c&quot;'));
  assert.ok(svg.includes(`height="${height}"`));
  assert.ok(svg.includes('>t [s]</text>'));
  assert.ok(svg.includes('>10</text>') && svg.includes('>0.4</text>'), 'ticks');
});

test('two panes and a right axis in one file', () => {
  const both = [curve([0, 10], [0, 1]), curve([0, 10], [0, 1], {side: 1, unit: 'N'})];
  const picture = pictureOf(both, wish);
  const part = {title: '', picture, notes: [], height: 100};
  const {svg} = svgOf([part, part], 900, ink);
  wellFormed(svg);
  assert.equal(svg.match(/<clipPath/g)?.length, 2);
  assert.ok(svg.includes('inside0') && svg.includes('inside1'));
  assert.ok(svg.includes('a.x (right)'));
});

test('dashes tell columns apart, or with overlays the runs', () => {
  assert.deepEqual(dashOf(0, -1, 0), []);
  assert.notDeepEqual(dashOf(1, -1, 0), dashOf(2, -1, 0));
  assert.deepEqual(dashOf(3, -1, 1), []);
  assert.notDeepEqual(dashOf(0, 0, 2), dashOf(0, 1, 2));
  assert.ok(dashOf(0, 6, 9).length > 0 && dashOf(0, 7, 9).length > 0, 'an overlay is never solid');
});

test('zoom stays inside the whole', () => {
  const whole = {min: 0, max: 10};
  const view = {label: '', log: false, min: 4, max: 6};
  assert.deepEqual(zoomed(view, whole, 0.5, 0.5), {min: 4.5, max: 5.5});
  assert.deepEqual(zoomed(view, whole, 2, 0), {min: 4, max: 8});
  assert.equal(zoomed(view, whole, 20, 0.5), null);
  assert.equal(zoomed({...view, min: 5, max: 5 + 1e-9}, whole, 0.5, 0.5), undefined);
  assert.deepEqual(panned(view, whole, 0.5), {min: 5, max: 7});
  assert.deepEqual(panned(view, whole, 99), {min: 8, max: 10});
  assert.deepEqual(panned(view, whole, -99), {min: 0, max: 2});
  assert.deepEqual(between(view, whole, 0.75, 0.25), {min: 4.5, max: 5.5});
  const log = zoomed({label: '', log: true, min: 1, max: 100}, {min: 0.1, max: 1000}, 0.5, 0.5)!;
  assert.ok(Math.abs(log.min - Math.sqrt(10)) < 1e-12 && Math.abs(log.max - 10 * Math.sqrt(10)) < 1e-11);
});
