// What leaves the page: plots as PNG, SVG and CSV, the view as PNG.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {look, nearAll, openBrowser, Results, Scratch, visit} from './browser.ts';
import {distinct, readPng} from './pixels.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  scratch.run('run', 'mass_spring_damper.bricard.yaml', '--out', 'results', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

async function saved(page: Page, act: () => Promise<void>): Promise<{name: string; data: Buffer}> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return {name: download.suggestedFilename(), data: readFileSync(await download.path())};
}

/** An entry of the first pane's menu. */
const fromPane = (page: Page, entry: string) =>
  saved(page, async () => {
    await page.locator('.plot-pane').first().getByRole('button', {name: 'Menu of this plot'}).click();
    await page.getByRole('menuitem', {name: entry}).click();
  });

test('plots leave as PNG, SVG and CSV, the view as PNG', () =>
  visit(browser, scratch.path, ['results'], async (page) => {
    const results = scratch.table('results');
    const columns = await look(page, ({plots}) => plots.panes[0]!.layout.columns);
    assert.ok(columns.length > 0);

    const png = await fromPane(page, 'Save as PNG');
    assert.match(png.name, /\.png$/);
    const picture = readPng(png.data);
    assert.equal(picture.width, 1800);
    assert.ok(picture.height >= 480, `${picture.height}`);
    assert.ok(distinct(png.data) > 20);

    const svg = (await fromPane(page, 'Save as SVG')).data.toString();
    const read = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        faulty: root.querySelector('parsererror') !== null,
        name: root.documentElement.localName,
        texts: [...root.querySelectorAll('text')].map((each) => each.textContent),
        lines: [...root.querySelectorAll('path, polyline')].map(
          (each) => (each.getAttribute('d') ?? each.getAttribute('points') ?? '').split(/[\s,ML]+/).length,
        ),
      };
    }, svg);
    assert.equal(read.faulty, false);
    assert.equal(read.name, 'svg');
    for (const column of columns)
      assert.ok(
        read.texts.some((text) => text?.includes(column)),
        column,
      );
    assert.ok(read.texts.includes('t [s]'), `${read.texts}`);
    // A curve of 401 rows, not only axes.
    assert.ok(read.lines.filter((points) => points > 400).length >= columns.length, `${read.lines}`);
    assert.doesNotMatch(svg, /https?:\/\/(?!www\.w3\.org)/);

    const csv = new Results((await fromPane(page, 'Save as CSV')).data.toString());
    assert.deepEqual(
      csv.names.map((name) => name.replace(/ \[.*\]$/, '')),
      ['t', ...columns],
    );
    assert.equal(csv.names[0], 't [s]');
    for (const name of csv.names) nearAll(csv.column(name), results.column(name.replace(/ \[.*\]$/, '')), 0);

    const all = await saved(page, async () => {
      await page.getByRole('button', {name: 'Save all plots'}).click();
      await page.getByRole('menuitem', {name: 'As one CSV'}).click();
    });
    const panes = await look(page, ({plots}) => plots.panes.map((each) => ['t', ...each.layout.columns]));
    const heading = all.data.toString().split('\n')[0]!.split(',');
    assert.deepEqual(
      heading.map((name) => name.replace(/ \[.*\]$/, '')),
      panes.flat(),
    );
    assert.equal(heading[1], 'slide.position [m]');

    const view = await saved(page, () => page.getByRole('button', {name: 'Save a picture (PNG)'}).click());
    assert.match(view.name, /^Mass.*\.png$/);
    const canvas = (await page.locator('.view3d canvas').boundingBox())!;
    const seen = readPng(view.data);
    assert.deepEqual([seen.width, seen.height], [Math.round(canvas.width), Math.round(canvas.height)]);
    assert.ok(distinct(view.data) > 50, 'nothing is drawn');
  }));
