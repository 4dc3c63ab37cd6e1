// Plots: any columns over time or over each other, units on the axes, the cursor tied to the time, zoom, spectra.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {drawn, goTo, look, near, nearAll, openBrowser, Scratch, timeOf, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  const run = ['run', 'mass_spring_damper.bricard.yaml', '--quiet'];
  scratch.run(...run, '--out', 'results', '--duration', '20');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

/** Adds a pane with these columns, through the search of the picker. */
async function plot(page: Page, columns: string[]): Promise<void> {
  await page.getByRole('button', {name: 'Add a plot', exact: true}).click();
  const search = page.getByLabel('Search columns');
  for (const column of columns) {
    await search.fill(column);
    assert.equal(await page.locator('.plot-picker .plot-active').getAttribute('data-name'), column);
    await search.press('Enter');
  }
  await search.press('Escape');
  await until('the picker is closed', async () => (await page.locator('dialog.plot-picker').count()) === 0);
  await drawn(page);
}

/** The curves of the last pane, as they are drawn. */
const curves = (page: Page) =>
  look(page, ({plots}) =>
    plots.panes.at(-1)!['curves'].map(({column, unit, side, x, y}) => ({column, unit, side, x: [...x], y: [...y]})),
  );
const axes = (page: Page) =>
  look(page, ({plots}) => {
    const {x, y} = plots.panes.at(-1)!.parts()[0]!.picture;
    return {x, y};
  });

test('columns are chosen, drawn as results.csv has them, with units, tied to the time, zoomed', () =>
  visit(browser, scratch.path, ['results'], async (page) => {
    const results = scratch.table('results');
    const before = await look(page, ({plots}) => plots.panes.length);
    assert.ok(before >= 1, 'standard plots');
    await plot(page, ['slide.position', 'block.vx']);
    assert.equal(await look(page, ({plots}) => plots.panes.length), before + 1);
    const [position, speed] = await curves(page);
    assert.deepEqual([position!.column, position!.unit, position!.side], ['slide.position', 'm', 0]);
    assert.deepEqual([speed!.column, speed!.unit, speed!.side], ['block.vx', 'm/s', 1]);
    nearAll(position!.x, results.column('t'), 0);
    nearAll(position!.y, results.column('slide.position'), 0);
    nearAll(speed!.y, results.column('block.vx'), 0);
    const {x, y} = await axes(page);
    assert.deepEqual([x.label, ...y.map((each) => each.label)], ['t [s]', 'slide.position [m]', 'block.vx [m/s]']);
    assert.deepEqual([x.min, x.max], [0, 20]);

    // A click is the time; the time moves the line.
    const pane = page.locator('.plot-pane').last();
    await pane.scrollIntoViewIfNeeded();
    const over = pane.locator('.u-over').first();
    const box = (await over.boundingBox())!;
    const place = (part: number) => [box.x + part * box.width, box.y + 0.4 * box.height] as const;
    await page.mouse.click(...place(0.25));
    near(await timeOf(page), 5, 20 / box.width);
    await page.mouse.move(box.x + 10, box.y - 60);
    await goTo(page, results.at(1000, 't'));
    const line = (await over.locator('.plot-time').boundingBox())!;
    near(line.x + line.width / 2, place(0.5)[0], 2);
    const told = (await pane.locator('.plot-legend .plot-value').first().textContent())!.replace('−', '-');
    const value = results.at(1000, 'slide.position');
    near(Number(told), value, 1e-3 * Math.abs(value));

    // Shift and drag chooses a stretch, for all panes over time; 0 shows all again.
    await page.keyboard.down('Shift');
    await page.mouse.move(...place(0.1));
    await page.mouse.down();
    await page.mouse.move(...place(0.2), {steps: 3});
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const zoomed = (await axes(page)).x;
    near(zoomed.min, 2, 0.1);
    near(zoomed.max, 4, 0.1);
    const first = await look(page, ({plots}) => plots.panes[0]!.parts()[0]!.picture.x);
    assert.deepEqual([first.min, first.max], [zoomed.min, zoomed.max]);
    await over.press('0');
    assert.equal((await axes(page)).x.max, 20);
    await over.press('+');
    assert.deepEqual([(await axes(page)).x.min, (await axes(page)).x.max], [5, 15]);
    await over.press('0');
    await over.press('ArrowRight');
    near(await timeOf(page), results.at(1001, 't'));
  }));

test('x over y, and the spectrum of a damped oscillation', () =>
  visit(browser, scratch.path, ['results'], async (page) => {
    const results = scratch.table('results');
    await plot(page, ['block.x']);
    const pane = page.locator('.plot-pane').last();
    await pane.getByRole('button', {name: 'Menu of this plot'}).click();
    await page.getByRole('menuitem', {name: /Plot over t/}).click();
    await page.getByLabel('Search columns').fill('slide.rate');
    await page.getByLabel('Search columns').press('Enter');
    const xy = await until('plotted over slide.rate', async () => {
      const [curve] = await curves(page);
      return curve && curve.x[0] !== curve.x[1] && curve.x[100] === results.at(100, 'slide.rate') ? curve : null;
    });
    nearAll(xy.x, results.column('slide.rate'), 0);
    nearAll(xy.y, results.column('block.x'), 0);
    assert.equal((await axes(page)).x.label, 'slide.rate [m/s]');
    await goTo(page, results.at(12, 't'));
    // The dot is at the state of the time.
    await pane.scrollIntoViewIfNeeded();
    const over = (await pane.locator('.u-over').first().boundingBox())!;
    const dot = (await pane.locator('.plot-dot').first().boundingBox())!;
    const {x, y} = await axes(page);
    const wanted = over.x + ((results.at(12, 'slide.rate') - x.min) / (x.max - x.min)) * over.width;
    near(dot.x + dot.width / 2, wanted, 2);
    const height = over.y + (1 - (results.at(12, 'block.x') - y[0]!.min) / (y[0]!.max - y[0]!.min)) * over.height;
    near(dot.y + dot.height / 2, height, 2);

    // omega = sqrt(k/m - (c/2m)^2) = sqrt(99) rad/s; 20 s resolve 0.05 Hz.
    await pane.getByRole('button', {name: 'Menu of this plot'}).click();
    await pane.getByRole('menuitemcheckbox', {name: 'Spectrum'}).click();
    await until('a spectrum', async () => (await axes(page)).x.label === 'frequency [Hz]');
    const spectrum = (await curves(page))[0]!;
    const highest = spectrum.y.indexOf(Math.max(...spectrum.y));
    near(spectrum.x[highest], Math.sqrt(99) / (2 * Math.PI), 0.05);
    assert.equal((await axes(page)).y[0]!.label.endsWith('[m]'), true);
    assert.match((await pane.locator('.plot-notes').textContent())!, /Hann window.*resolution/);
  }));
