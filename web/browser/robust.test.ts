// Much data and bad luck: thousands of bodies, long tables, a program that ends, a browser that disappears.
import assert from 'node:assert/strict';
import {get} from 'node:http';
import {after, before, test} from 'node:test';
import type {Browser} from 'playwright-core';
import {
  drawn,
  freePort,
  goTo,
  loaded,
  long,
  look,
  near,
  nearAll,
  openBrowser,
  openPage,
  Scratch,
  Served,
  until,
  visit,
} from './browser.ts';
import {chain} from './models.ts';
import {distinct} from './pixels.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  scratch.remove();
});

test('a model of thousands of bodies is drawn, searched and picked', async (t) => {
  const bodies = long ? 5000 : 2000;
  scratch.write('huge.bricard.yaml', chain(bodies, ''));
  const start = performance.now();
  const served = await Served.start(scratch.path, 'huge.bricard.yaml');
  const page = await openPage(browser, served.address);
  try {
    await until(
      'the scene',
      () => look(page, (bricard, bodies) => bricard?.state.scene.value?.bodies.length === bodies, bodies),
      60,
    );
    await look(page, ({view}) => view.settled());
    const shot = await page.locator('.view3d canvas').screenshot({timeout: 60000});
    assert.ok(distinct(shot) > 20, 'nothing is drawn');
    t.diagnostic(`${bodies} bodies are on the screen after ${((performance.now() - start) / 1000).toFixed(1)} s`);
    // Only a piece of the tree is in the page, and the last one is found.
    assert.ok((await page.locator('.tree-element').count()) <= 400);
    await page.getByLabel('Search elements').fill(`link_${bodies - 1}`);
    await page.locator('.tree-element .tree-row').first().click();
    assert.deepEqual(await look(page, ({state}) => state.selection.value), {
      section: 'bodies',
      name: `link_${bodies - 1}`,
    });
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});

test('a table of many rows is plotted as an envelope, and row by row where it is zoomed', async (t) => {
  const rows = long ? 1000000 : 200000;
  const value = (i: number) => Math.sin(0.01 * i) + (i === 123457 ? 5 : 0);
  const lines = ['t,x'];
  for (let i = 0; i < rows; ++i) lines.push(`${i / 1000},${value(i)}`);
  scratch.write('long.csv', `${lines.join('\n')}\n`);
  const start = performance.now();
  await visit(browser, scratch.path, ['long.csv'], async (page) => {
    assert.equal(await look(page, ({state}) => state.run.value!.detail.rows), rows);
    const curve = () =>
      look(page, ({plots}) => {
        const {x, y} = plots.panes[0]!['curves'][0]!;
        return {x: [...x], y: [...y]};
      });
    // A single row far out of the others is not lost.
    const whole = await until('the envelope', async () => {
      const now = await curve();
      return Math.max(...now.y) > 4 ? now : null;
    });
    t.diagnostic(
      `${rows} rows are plotted after ${((performance.now() - start) / 1000).toFixed(1)} s, ${whole.x.length} points`,
    );
    assert.ok(whole.x.length < 45000, `${whole.x.length} points`);
    await look(page, ({plots}) => plots.setZoom('|', {min: 123.4, max: 123.5}));
    const near100 = await until('every row in view', async () => {
      const {x, y} = await curve();
      const inside = x.map((each, i) => [each, y[i]!] as const).filter(([each]) => each >= 123.4 && each <= 123.5);
      return inside.length === 101 ? inside : null;
    });
    nearAll(
      near100.map(([, y]) => y),
      Array.from({length: 101}, (_, i) => value(123400 + i)),
      0,
    );
    await goTo(page, 123.457);
    const told = (await page.locator('.plot-legend .plot-value').first().textContent())!;
    near(Number(told.replace('−', '-')), value(123457), 1e-3);
  });
});

test('the program ends while the page is open: the page says so, and goes on when it is back', async () => {
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  // At a port that was asked for the address stays the same.
  let served = await Served.start(scratch.path, '--port', String(await freePort()), 'mass_spring_damper.bricard.yaml');
  const {address} = served;
  const page = await openPage(browser, address);
  try {
    await loaded(page);
    await page.getByRole('tab', {name: 'Parameters'}).click();
    await served.stop('SIGKILL');
    // What is loaded still plays.
    await goTo(page, 1);
    await page.getByLabel('k in N/m', {exact: true}).fill('120');
    const errors = page.getByRole('alert', {name: 'Errors'});
    await until('the page says so', async () => /does not answer/.test((await errors.textContent())!));
    await page.getByRole('tab', {name: 'Text'}).click();
    const draft = `${scratch.read('mass_spring_damper.bricard.yaml')}# typed in the dark\n`;
    await page.getByLabel('Text of the model').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(draft);
    await page.waitForTimeout(500);

    served = await served.again();
    assert.equal(served.address, address);
    await until('the draft has arrived', async () => {
      const answer = await served.ask('/api/model?model=m0');
      return ((await answer.json()) as {draft: string | null}).draft === draft;
    });
    await page.getByRole('button', {name: 'Run', exact: true}).click();
    await until('it runs again', () => look(page, ({state}) => state.run.value?.info.name === 'k=120 N/m'));
    await drawn(page);
    assert.ok(
      page.faults.every((each) => /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/.test(each)),
      `${page.faults}`,
    );
  } finally {
    await page.close();
    await served.stop();
  }
});

test('a browser that disappears in the middle of an answer harms nobody', async () => {
  const served = await Served.start(scratch.path, 'long.csv');
  try {
    for (let i = 0; i < 20; ++i) {
      await new Promise<void>((done) => {
        const asked = get(new URL(`/?token=${served.token}`, served.address), (answer) => {
          answer.once('data', () => {
            answer.destroy();
            done();
          });
        });
        asked.on('error', () => done());
      });
      const stop = new AbortController();
      const body = JSON.stringify({names: ['t', 'x']});
      const headers = {'Content-Type': 'application/json'};
      const answer = await served.ask('/api/columns?run=r0', {method: 'POST', headers, body, signal: stop.signal});
      await answer.body!.getReader().read();
      stop.abort();
    }
    const answer = await served.ask('/api/project');
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as {runs: unknown[]}).runs.length, 1);
    assert.equal(served.process.exitCode, null);
  } finally {
    await served.stop();
  }
});
