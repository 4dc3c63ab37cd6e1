// Counting and selecting against what is counted one by one.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {binsOf, countAllPairs, countPairs, parts, rangeOf, stride} from './bins.ts';
import {addStrip} from './density.ts';
import {Selection} from './selection.ts';
import {commandOf, shown, studyOf} from './study_data.ts';

function study(columns: number[][]) {
  const rows = columns[0]!.length;
  const bytes = new ArrayBuffer(rows * (8 * (columns.length + 2) + 4));
  columns.forEach((values, i) => {
    new Float64Array(bytes, 8 * rows * i, rows).set(values);
  });
  new Float64Array(bytes, 8 * rows * columns.length, rows).set([...columns[0]!.keys()]);
  const head = {
    name: 's',
    purpose: 'explore',
    whole: true,
    text: '',
    command: 'bricard run m.yaml',
    conclusion: {},
    rows,
    columns: columns.map((_, i) => ({name: `c${i}`, unit: '', varied: i === 0})),
    reasons: [],
  };
  return studyOf(head, bytes);
}

test('ranges leave out what is not finite', () => {
  assert.deepEqual(rangeOf(new Float64Array([3, Number.NaN, -1, Infinity, -Infinity])), {low: -1, high: 3});
  assert.deepEqual(rangeOf(new Float64Array([2, 2])), {low: 1, high: 3});
  assert.deepEqual(rangeOf(new Float64Array([Number.NaN])), {low: 0, high: 1});
});

test('bins are equal parts, the ends within, what is missing apart', () => {
  const bins = binsOf(new Float64Array([0, 1, 0.5, Number.NaN, 0.999999]), {low: 0, high: 1});
  assert.deepEqual([...bins], [0, parts - 1, parts / 2, parts, parts - 1]);
});

test('pairs are counted', () => {
  const a = new Uint8Array([1, 1, 2, parts]);
  const b = new Uint8Array([5, 5, 5, 7]);
  const counts = new Uint32Array(stride * stride);
  countAllPairs(a, b, counts);
  assert.equal(counts[stride + 5], 2);
  assert.equal(counts[2 * stride + 5], 1);
  assert.equal(counts[parts * stride + 7], 1);
  countPairs(a, b, new Uint32Array([0, 2, 99]), 2, counts);
  assert.equal(counts[stride + 5], 1);
  assert.equal(
    counts.reduce((sum, n) => sum + n, 0),
    2,
  );
});

test('brushes of several columns select what lies within all, and give back what they took', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const columns = [0, 1, 2].map(() => Array.from({length: 1000}, () => (random() < 0.05 ? Number.NaN : random())));
  const selection = new Selection(study(columns));
  const wanted = () => {
    const inside = (row: number) =>
      selection.brushes.every(
        (brush, c) => !brush || (columns[c]![row]! >= brush.low && columns[c]![row]! <= brush.high),
      );
    return [...columns[0]!.keys()].filter(inside);
  };
  let told = 0;
  selection.follow(() => told++);
  const chosen = () => [...selection.rows.subarray(0, selection.size)];
  for (let i = 0; i < 60; i++) {
    const low = random();
    selection.brush(Math.floor(random() * 3), random() < 0.2 ? null : {low, high: low + 0.5 * random()});
    assert.deepEqual(chosen(), wanted());
  }
  assert.equal(told, 60);
  selection.clear();
  assert.equal(selection.size, 1000);
});

// Every line passes through every column of pixels once, from its part on the left to its part on the right.
test('a strip has each line once in each column of pixels', () => {
  const counts = new Uint32Array(stride * stride);
  counts[10 * stride + 100] = 3;
  counts[127 * stride + 0] = 2;
  counts[parts * stride + 5] = 9; // a value is missing: no line
  const [width, height] = [50, 256];
  const density = new Float32Array(60 * height);
  const most = addStrip(counts, density, 60, 5, width, height);
  for (let x = 0; x < 60; x++) {
    let sum = 0;
    for (let y = 0; y < height; y++) sum += density[y * 60 + x]!;
    assert.equal(sum, x >= 5 && x < 55 ? 5 : 0);
  }
  assert.equal(density[0 * 60 + 5], 2); // the highest part is on top
  assert.equal(density[255 * 60 + 54], 2);
  assert.ok(most >= 3);
});

test('a row tells its command, in words of a shell', () => {
  const data = study([[0.25], [3]]);
  assert.equal(commandOf(data, 0), 'bricard run m.yaml --set c0=0.25');
  data.columns[0]!.words = ["a b'c"];
  data.columns[0]!.values[0] = 0;
  assert.equal(commandOf(data, 0), `bricard run m.yaml --set 'c0=a b'\\''c'`);
  assert.equal(shown(data.columns[1]!, 1 / 3), '0.3333333');
  assert.equal(shown(data.columns[1]!, Number.NaN), '–');
});
