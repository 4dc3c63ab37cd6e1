// `bricard view` in a real browser, as its user sees it: the mechanism moves, things are picked, plotted, edited, run again, overlaid
// and exported, and nothing is lost.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {openBrowser, openPage, Scratch, Served} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  scratch.remove();
});

/** The page's own objects. */
type Inside = {
  state: {
    time: {value: number};
    selection: {value: {section: string; name: string} | null};
    run: {value: {info: {id: string; name: string}; detail: {rows: number}} | null};
    overlays: {value: {info: {id: string}}[]};
  };
  view: {frameTimes(): number[]};
};
const inside = <T>(page: Page, look: (bricard: Inside) => T): Promise<T> =>
  page.evaluate(`(${look})(globalThis.bricard)`) as Promise<T>;

async function loaded(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.bricard?.state.run.value', undefined, {timeout: 30000});
}

test('a model is run at once, plays, and stops where it is told', async () => {
  const model = scratch.copy('models/mechanisms/four_bar.bricard.yaml');
  const served = await Served.start(scratch.path, model);
  const page = await openPage(browser, served.address);
  try {
    await loaded(page);
    assert.match((await page.textContent('body')) ?? '', /Four-bar linkage/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.waitForFunction('globalThis.bricard.state.time.value > 0.3');
    await page.keyboard.press('Space');
    const there = await inside(page, (b) => b.state.time.value);
    await page.waitForTimeout(300);
    assert.equal(await inside(page, (b) => b.state.time.value), there);
    // One step is one row of results.csv.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.ok(Math.abs((await inside(page, (b) => b.state.time.value)) - 0.01) < 1e-9);
    await page.keyboard.press('End');
    assert.ok(Math.abs((await inside(page, (b) => b.state.time.value)) - 5) < 1e-9);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});
