// The page of a study: of a handful of runs and of a million, as a file and served.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import type {Browser} from 'playwright-core';
import type {ParallelCoordinates} from '../src/study/parallel.ts';
import type {Selection} from '../src/study/selection.ts';
import {type Open, openBrowser, openPage, Scratch, Served, until} from './browser.ts';
import {distinct} from './pixels.ts';

interface Inside {
  selection: Selection;
  parallel: ParallelCoordinates;
  times: number[];
}
declare global {
  interface Window {
    study: Inside;
  }
}

let browser: Browser;
const scratch = new Scratch();
const study = (name: string, lines: string) =>
  scratch.write(`${name}.study.yaml`, `study: 1\nmodel: m.bricard.yaml\n${lines}`);
before(async () => {
  browser = await openBrowser();
  scratch.write(
    'm.bricard.yaml',
    'bricard: 1\nname: Functions\nparameters: {x: 1, y: 1}\noutputs: {f: "x^2 + y", g: "sqrt(x + 2)"}\nanalysis: {type: kinematics, duration: 1, output_step: 0.5}\n',
  );
  study(
    'few',
    'vary: {x: {from: -1, to: 3}, y: {from: 0, to: 10}}\nsampling: {kind: sobol, count: 60}\nmeasure: {f: f, g: g}\n',
  );
  scratch.run('study', 'few.study.yaml', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

async function shown(page: Open): Promise<void> {
  page.setDefaultTimeout(60000);
  const drawn = () => page.evaluate(() => window.study?.selection.data.rows > 0 && window.study.parallel.axis(0) > 0);
  await until('the study is shown', drawn, 60);
}

/** Drags along the axis of a column, from one share of its height to another. */
async function brush(page: Open, column: number, from: number, to: number): Promise<void> {
  const box = (await page.locator('canvas.parallel').boundingBox())!;
  const at = await page.evaluate((c) => {
    const {parallel, selection} = window.study;
    const {low, high} = selection.ranges[c]!;
    return {x: parallel.axis(c), low: parallel.height_of(c, low), high: parallel.height_of(c, high)};
  }, column);
  const y = (share: number) => box.y + at.low + share * (at.high - at.low);
  await page.mouse.move(box.x + at.x, y(from));
  await page.mouse.down();
  await page.mouse.move(box.x + at.x, y((from + to) / 2));
  await page.mouse.move(box.x + at.x, y(to));
  await page.mouse.up();
}

test('one file shows all runs, brushes them, and tells the command of a run', async () => {
  scratch.run('study', 'show', 'few.study.sqlite', '--page', 'few.html');
  const page = await openPage(browser, 'about:blank', {offline: true});
  try {
    await page.goto(`file://${join(scratch.path, 'few.html')}`);
    await shown(page);
    assert.equal(await page.textContent('h1'), 'few');
    assert.match((await page.textContent('.count'))!, /60 of 60/);
    assert.ok(distinct(await page.locator('canvas.parallel').screenshot()) > 20, 'nothing is drawn');
    assert.ok(distinct(await page.locator('canvas.scatter').screenshot()) > 20, 'nothing is drawn');
    await brush(page, 0, 0.5, 1);
    const {size, least} = await page.evaluate(() => {
      const {selection} = window.study;
      const rows = [...selection.rows.subarray(0, selection.size)];
      return {size: selection.size, least: Math.min(...rows.map((i) => selection.data.columns[0]!.values[i]!))};
    });
    assert.ok(size > 20 && size < 40 && least > 0.9, `${size} runs from ${least}`);
    await until('the count follows', async () => (await page.textContent('.count'))!.startsWith(`${size} of`));
    // The largest f: sorted by a click on its name, twice.
    await page.getByRole('button', {name: 'f', exact: true}).click();
    await page.getByRole('button', {name: 'f', exact: true}).click();
    await page.locator('.run').first().click();
    const command = (await page.textContent('.command'))!;
    const most = await page.evaluate(() => {
      const {columns} = window.study.selection.data;
      const f = columns[2]!.values;
      const best = f.indexOf(Math.max(...f));
      return columns[0]!.values[best]!;
    });
    assert.ok(command.includes(`--set x=${most}`), command);
    await page.getByRole('button', {name: 'Show all'}).click();
    await until('all are back', async () => (await page.textContent('.count'))!.startsWith('60 of'));
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
});

test('served, a picked run is run and opened', async () => {
  const served = await Served.start(scratch.path, 'few.study.sqlite');
  const page = await openPage(browser, served.address);
  try {
    await shown(page);
    await page.locator('.run').nth(3).click();
    const opened = page.context().waitForEvent('page', {timeout: 60000});
    await page.getByRole('button', {name: 'Open this run'}).click();
    const run = await opened;
    await run.waitForSelector('h1.title', {state: 'attached', timeout: 60000});
    assert.equal(await run.textContent('h1.title'), 'Functions');
    assert.equal((await served.ask('/api/study', {headers: {'X-Bricard-Token': 'other'}})).status, 403);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});

test('a search shows its path', async () => {
  study('best', 'vary: {x: {from: -1, to: 3}, y: {from: 0, to: 10}}\nmeasure: {f: f}\noptimize: {minimize: f}\n');
  scratch.run('study', 'best.study.yaml', '--quiet');
  scratch.run('study', 'show', 'best.study.yaml', '--page', 'best.html');
  const page = await openPage(browser, `file://${join(scratch.path, 'best.html')}`);
  try {
    await shown(page);
    assert.equal(await page.locator('canvas.chart').count(), 1);
    assert.ok(distinct(await page.locator('canvas.chart').screenshot()) > 5);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
});

for (const width of [1920, 1440, 960, 800])
  test(`everything is in sight at a width of ${width}`, async () => {
    const page = await openPage(browser, `file://${join(scratch.path, 'few.html')}`, {viewport: {width, height: 900}});
    try {
      await shown(page);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'it is wider than the window',
      );
      for (const each of ['canvas.parallel', 'canvas.scatter', '.runs', '.detail', '.text']) {
        const box = await page.locator(each).boundingBox();
        assert.ok(
          box && box.width > 150 && box.height > 20 && box.x >= 0 && box.x + box.width <= width,
          `${each}: ${JSON.stringify(box)}`,
        );
      }
    } finally {
      await page.close();
    }
  });

// A million runs, as `study show --page` writes them: opened in 3 s, brushed with 10 pictures a second. Both in time of the page's own
// thread: other work of the machine does not count.
test('a million runs open in 3 s and brush with 10 pictures a second', async (t) => {
  const rows = 1_000_000;
  const page = await openPage(browser, 'about:blank', {viewport: {width: 1440, height: 900}});
  try {
    const html = scratch.read('few.html');
    scratch.write('bundle.html', html.replace(/(<script id="bricard-study"[^>]*>)[\s\S]*?(<\/script>)/, '$1null$2'));
    // The page's source asks for two routes; here they are answered by the test.
    const columns = ['a', 'b', 'c', 'd', 'e', 'f'];
    const bytes = new ArrayBuffer(rows * (8 * (columns.length + 2) + 4));
    columns.forEach((_, c) => {
      const values = new Float64Array(bytes, 8 * rows * c, rows);
      for (let i = 0; i < rows; i++) values[i] = Math.sin(i * (c + 1) * 0.618) + (c * i) / rows;
    });
    const head = {
      name: 'Million',
      purpose: 'explore',
      whole: true,
      text: '',
      command: 'bricard run m',
      conclusion: {},
      rows,
      columns: columns.map((name, i) => ({name, unit: '', varied: i < 4})),
      reasons: [],
    };
    await page.route('http://127.0.0.1:1/**', (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path === '/api/study') return route.fulfill({json: head});
      if (path === '/api/columns')
        return route.fulfill({body: Buffer.from(bytes), contentType: 'application/octet-stream'});
      return route.fulfill({path: join(scratch.path, 'bundle.html')});
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', {timeDomain: 'threadTicks'});
    const used = async () => {
      const {metrics} = await session.send('Performance.getMetrics');
      return metrics.find((each) => each.name === 'TaskDuration')!.value;
    };
    const start = performance.now();
    await page.goto('http://127.0.0.1:1/?token=x');
    await shown(page);
    const opening = await used();
    t.diagnostic(
      `opened: ${opening.toFixed(2)} s of the page's thread, ${((performance.now() - start) / 1000).toFixed(2)} s by the clock`,
    );
    assert.ok(opening < 3, `${opening} s`);
    const before = await used();
    const pictures = await page.evaluate(async () => {
      const {selection, times} = window.study;
      const first = times.length;
      for (let k = 0; k < 20; k++) {
        selection.brush(0, {low: -0.5 + k * 0.02, high: 0.6});
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      return times.length - first;
    });
    const each = ((await used()) - before) / pictures;
    t.diagnostic(`${pictures} pictures, ${(1000 * each).toFixed(0)} ms of the page's thread each`);
    assert.ok(pictures >= 20);
    assert.ok(each < 0.1, `${each} s`);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
});
