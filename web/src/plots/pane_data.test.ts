import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {RowRange, Source} from '../data/source.ts';
import {Table} from '../data/table.ts';
import type {Project, RunDetail} from '../data/types.ts';
import {type LoadedRun, PageState} from '../state.ts';
import {paneOf} from './layout.ts';
import {loadPane} from './pane_data.ts';

const asked: RowRange[] = [];
const source = {
  columns: async (_run: string, names: string[], range: RowRange = {}) => {
    asked.push(range);
    const rows = range.thin?.points ?? (range.to ?? 30000) - (range.from ?? 0);
    return names.map((name) => Float64Array.from({length: rows}, (_, i) => (name === 't' ? i : 2 * i)));
  },
  file: async () => 'frequency,y/u.amplitude\n1,5\n2,6\n',
} as unknown as Source;

function run(name: string, files: string[], rows = 30000): LoadedRun {
  const columns = [
    {name: 't', unit: 's'},
    {name: 'y', unit: 'm'},
  ];
  const detail: RunDetail = {id: name, rows, axis: 't', columns, files};
  return {
    info: {id: name, name},
    detail,
    scene: null,
    summary: null,
    table: new Table(source, detail),
  } as unknown as LoadedRun;
}

function state(shown: LoadedRun | null, overlays: LoadedRun[] = []): PageState {
  const out = new PageState(source, {memory: {}} as Project);
  out.run.value = shown;
  out.overlays.value = overlays;
  return out;
}

test('a long run is thinned, and told to be', async () => {
  const found = await loadPane(state(run('a', [])), paneOf(['y']), null);
  assert.deepEqual(found.thinned, {loaded: 20000, rows: 30000});
  assert.equal(found.main.curves.length, 1);
  assert.equal(found.differences, null);
  const short = await loadPane(state(run('b', [], 100)), paneOf(['y']), null);
  assert.equal(short.thinned, null);
});

test('differences are there where they are asked for and can be', async () => {
  const both = state(run('a', [], 100), [run('b', [], 100)]);
  const found = await loadPane(both, paneOf(['y'], {difference: true}), null);
  assert.match(found.differences!.notes[0]!, /^b − run, y: largest 0 m/);
  assert.equal((await loadPane(both, paneOf(['y'], {difference: true, over: 'y'}), null)).differences, null);
  assert.equal((await loadPane(state(run('a', [], 100)), paneOf(['y'], {difference: true}), null)).differences, null);
});

test('a table beside the results, which an overlay or the run may not have', async () => {
  const file = 'frequency_response.csv';
  const layout = paneOf(['y/u.amplitude'], {file});
  const found = await loadPane(state(run('a', [file]), [run('b', [])]), layout, null);
  assert.deepEqual([...found.main.curves[0]!.y], [5, 6]);
  assert.deepEqual(found.main.notes, [`No ${file} in b.`]);
  const none = await loadPane(state(run('a', [])), layout, null);
  assert.deepEqual([none.main.curves.length, none.main.notes], [0, [`This run has no ${file}.`]]);
  assert.equal((await loadPane(state(null), layout, null)).main.curves.length, 0);
});

test('a spectrum takes the rows as they are', async () => {
  asked.length = 0;
  await loadPane(state(run('c', [])), paneOf(['y'], {spectrum: true}), {min: 100, max: 200});
  const last = asked[asked.length - 1]!;
  assert.equal(last.thin, undefined);
  // The thinned axis of this source has t = its row: rows 100 .. 200 of 20000 are about 150 .. 300 of the file.
  assert.ok(last.from! <= 150 && last.from! >= 140 && last.to! >= 300 && last.to! <= 310, JSON.stringify(last));
});
