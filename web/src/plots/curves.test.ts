import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {LoadedRun} from '../state.ts';
import {type CsvTable, csvPieces, parseCsv} from './csv.ts';
import {curvesOf, differencesOf, refined, rowsOf, sidesOf, spectraOf, spliced} from './curves.ts';
import {fileName} from './export.ts';
import {paneOf} from './layout.ts';
import {blocksOf} from './pane_export.ts';
import {FileSheet, type Sheet} from './sheets.ts';

/** A table of formulas with as many rows as wished, of which about `loaded` are loaded. */
function sheet(
  name: string,
  columns: Record<string, (row: number) => number>,
  rows: number,
  loaded = rows,
  units: Record<string, string> = {},
) {
  const asked: [number, number][] = [];
  const value = (column: string, row: number) => columns[column]!(row);
  const known = (names: string[]) => {
    const bad = names.find((each) => each === 'lost');
    if (bad) throw new Error('The report has no column lost.');
  };
  const out: Sheet = {
    run: {info: {name}} as LoadedRun,
    axis: Object.keys(columns)[0]!,
    rows,
    main: true,
    names: () => Object.keys(columns),
    has: (each) => each in columns,
    unit: (each) => units[each] ?? '',
    load: async (names) => {
      known(names);
      return names.map((each) =>
        Float64Array.from({length: loaded}, (_, i) => value(each, Math.round((i * (rows - 1)) / (loaded - 1)))),
      );
    },
    exact: async (names, from, to) => {
      known(names);
      asked.push([from, to]);
      return names.map((each) => Float64Array.from({length: to - from}, (_, i) => value(each, from + i)));
    },
    envelope: (names, from, to) => out.exact(names, from, to),
  };
  return {sheet: out, asked};
}

const units = {t: 's', y: 'm', v: 'm/s', f: 'N'};
const run = sheet('run', {t: (i) => i * 0.1, y: (i) => i, v: () => 10, f: (i) => i * i}, 11, 11, units).sheet;
const other = sheet('ref.csv', {time: (i) => i * 0.2 + 0.1, y: (i) => 2 * i + 4}, 5).sheet;

test('curves over time, with an overlay that lacks a column', async () => {
  const found = await curvesOf(paneOf(['y', 'v', 'gone'], {hidden: ['v']}), run, [other]);
  assert.deepEqual(
    found.curves.map((each) => [each.run, each.column, each.side, each.color, each.shown]),
    [
      ['', 'y', 0, 0, true],
      ['', 'v', 1, 1, false],
      ['ref.csv', 'y', 0, 0, true],
    ],
  );
  assert.equal(found.xLabel, 't [s]');
  assert.deepEqual(found.notes, ['Not in this run: gone.', 'ref.csv has no v.']);
  assert.ok(found.curves[0]!.dash.length === 0 && found.curves[2]!.dash.length > 0);
  assert.ok(Math.abs(found.curves[2]!.x[1]! - 0.3) < 1e-12, 'over its own axis');
});

test('one column over another keeps the time of each row', async () => {
  const found = await curvesOf(paneOf(['f'], {over: 'y'}), run, [other]);
  assert.equal(found.xLabel, 'y [m]');
  assert.deepEqual([...found.curves[0]!.x.slice(0, 3)], [0, 1, 2]);
  assert.ok(Math.abs(found.curves[0]!.parameter![3]! - 0.3) < 1e-12);
  const lacking = await curvesOf(paneOf(['f'], {over: 'nothing'}), run, []);
  assert.match(lacking.notes[0]!, /no column nothing: plotted over t/);
});

test('a column that a report left out does not take the others with it', async () => {
  const cut = sheet('r', {t: (i) => i, y: (i) => i, lost: () => 0}, 4).sheet;
  const found = await curvesOf(paneOf(['lost', 'y']), cut, []);
  assert.deepEqual(
    found.curves.map((each) => each.column),
    ['y'],
  );
  assert.deepEqual(found.notes, ['The report has no column lost.']);
});

test('units that differ between runs are told', async () => {
  const inches = sheet('b', {t: (i) => i * 0.1, y: (i) => i}, 11, 11, {y: 'mm'}).sheet;
  const found = await curvesOf(paneOf(['y']), run, [inches]);
  assert.match(found.notes[0]!, /b has y in mm, not in m/);
  assert.deepEqual(
    [...sidesOf(['y', 'f', 'y2'], (name) => (name === 'f' ? 'N' : 'm'))].map(([, side]) => side),
    [0, 1, 0],
  );
});

test('the difference in words: overlay 10 t + 3 against 10 t', async () => {
  const {curves, xLabel} = await curvesOf(paneOf(['y']), run, [other]);
  const found = differencesOf(curves, xLabel);
  assert.equal(found.curves.length, 1);
  const [line] = found.curves;
  assert.ok(Number.isNaN(line!.y[0]!), 'before the overlay begins');
  for (let i = 1; i <= 9; ++i) assert.ok(Math.abs(line!.y[i]! - 3) < 1e-9, `${i}: ${line!.y[i]}`);
  assert.match(found.notes[0]!, /^ref\.csv − run, y: largest 3 m at t = .*, RMS 3 m\.$/);
  const apart = sheet('late', {t: (i) => 100 + i, y: () => 0}, 3).sheet;
  const none = differencesOf((await curvesOf(paneOf(['y']), run, [apart])).curves, xLabel);
  assert.deepEqual(none.notes, ['late and the run share no stretch of t for y.']);
});

test('finer rows are asked for where the file has more', async () => {
  const long = sheet('run', {t: (i) => i * 0.001, y: (i) => (i === 50001 ? 7 : 0)}, 100001, 101, units);
  const {curves} = await curvesOf(paneOf(['y']), long.sheet, []);
  assert.ok(
    curves[0]!.y.every((value) => value === 0),
    'the peak is between the rows that were loaded',
  );
  const found = await refined(curves, [long.sheet], {min: 49.5, max: 50.5}, 4000);
  const [from, to] = long.asked[0]!;
  assert.ok(from <= 49500 && to > 50500 && to - from < 5100, `${from}..${to}`);
  const [fine] = found!.curves;
  assert.equal(Math.max(...fine!.y), 7);
  assert.equal(found!.exact, true);
  assert.equal(fine!.x[0], 0);
  assert.ok(Math.abs(fine!.x[fine!.x.length - 1]! - 100) < 1e-9, 'the rest stays');
  for (let i = 1; i < fine!.x.length; ++i) assert.ok(fine!.x[i]! > fine!.x[i - 1]!, 'in order');
  assert.equal(await refined((await curvesOf(paneOf(['y']), run, [])).curves, [run], null, 100), null);
  assert.equal(rowsOf(Float64Array.of(0, 2, 1), 3, {min: 0, max: 1}), null, 'to and fro');
  assert.deepEqual([...spliced(Float64Array.of(0, 1, 2, 3), Float64Array.of(8, 9, 10), 1, 3)], [0, 8, 9, 10, 3]);
});

test('spectra are of all rows in view, in Hz', async () => {
  const wave = (i: number) =>
    0.5 * Math.sin(2 * Math.PI * 50 * i * 0.001) + (i < 4096 ? 0 : 2 * Math.sin(2 * Math.PI * 125 * i * 0.001));
  const long = sheet('run', {t: (i) => i, y: wave}, 8192, 64, {t: 'ms', y: 'm'}).sheet;
  const found = await spectraOf(paneOf(['y'], {spectrum: true}), [long], {min: 0, max: 4095});
  const {x, y} = found.curves[0]!;
  const peak = y.reduce((best, value, i) => (value > y[best]! ? i : best), 0);
  assert.ok(Math.abs(x[peak]! - 50) < 0.2 && Math.abs(y[peak]! - 0.5) < 0.01, `${x[peak]} ${y[peak]}`);
  assert.equal(found.xLabel, 'frequency [Hz]');
  assert.match(found.notes[0]!, /Hann window, t from 0 to 4095/);
  const sweep = await spectraOf(paneOf(['y']), [sheet('s', {k: (i) => i, y: wave}, 64, 64, {k: 'mm'}).sheet], null);
  assert.equal(sweep.xLabel, 'frequency [1/mm]');
  const few = await spectraOf(paneOf(['y']), [sheet('s', {t: (i) => i, y: wave}, 5).sheet], null);
  assert.match(few.notes[0]!, /8 rows/);
});

test('a CSV file has every digit of the rows in view', async () => {
  const fine = sheet('run', {t: (i) => i / 7, y: (i) => Math.sqrt(i), v: () => Number.NaN}, 1000, 10, units).sheet;
  const {curves} = await curvesOf(paneOf(['y', 'v']), fine, []);
  const blocks = await blocksOf(paneOf(['y', 'v']), [fine], curves, {min: 1, max: 2});
  const back = parseCsv(csvPieces(blocks).join(''));
  assert.deepEqual(back.names, ['t [s]', 'y [m]', 'v [m/s]']);
  assert.deepEqual(
    [...back.columns[0]!],
    [7, 8, 9, 10, 11, 12, 13, 14].map((i) => i / 7),
  );
  assert.deepEqual([...back.columns[1]!], [7, 8, 9, 10, 11, 12, 13, 14].map(Math.sqrt));
  assert.ok(back.columns[2]!.every(Number.isNaN));
});

test('runs stand side by side, shorter ones end in empty cells; names are quoted where they must be', () => {
  const block = (names: string[], ...columns: number[][]): CsvTable => ({
    names,
    columns: columns.map((each) => Float64Array.from(each)),
  });
  const text = csvPieces([block(['t', 'a'], [0, 1], [0.1, Number.NaN]), block(['t (b, "c")'], [5])]).join('');
  assert.equal(text, 't,a,"t (b, ""c"")"\n0,0.1,5\n1,nan,\n');
  assert.deepEqual(parseCsv(text).names, ['t', 'a', 't (b, "c")']);
  assert.ok(Number.isNaN(parseCsv(text).columns[2]![1]!));
});

test('a table beside the results', async () => {
  const response = new FileSheet(
    {scene: null} as LoadedRun,
    'frequency,y/u.amplitude,y/u.phase\r\n1,2,-3\r\n10,0.2,-90\r\n',
  );
  assert.deepEqual(
    [response.axis, response.rows, response.unit('frequency'), response.unit('y/u.phase')],
    ['frequency', 2, 'Hz', 'deg'],
  );
  const found = await curvesOf(paneOf(['y/u.amplitude'], {file: 'frequency_response.csv'}), response, []);
  assert.deepEqual([...found.curves[0]!.y], [2, 0.2]);
});

test('file names', () => {
  assert.equal(fileName(['four bar', 'main.angle', 'a/b'], 'svg'), 'four_bar_main.angle_a_b.svg');
  assert.equal(fileName(['../..'], 'csv'), 'plot.csv');
});
