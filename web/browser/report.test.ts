// The report: one file that is opened from disk, without any network, and does what the page does.
import assert from 'node:assert/strict';
import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import type {Browser} from 'playwright-core';
import {
  goTo,
  loaded,
  look,
  nearAll,
  type Open,
  openBrowser,
  openPage,
  Scratch,
  timeOf,
  until,
  visit,
} from './browser.ts';
import {different, distinct} from './pixels.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/four_bar.bricard.yaml');
  scratch.run('run', 'four_bar.bricard.yaml', '--out', 'results', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

/** Opens a file without network; every request that it makes is kept. */
async function opened(file: string): Promise<{page: Open; requests: string[]}> {
  const page = await openPage(browser, 'about:blank', {offline: true});
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`file://${join(scratch.path, file)}`);
  await loaded(page);
  return {page, requests};
}

test('a report plays and plots from disk without any request', async () => {
  scratch.run('report', 'results', '--out', 'report.html', '--quiet');
  assert.ok(statSync(join(scratch.path, 'report.html')).size < 5e6);
  const {page, requests} = await opened('report.html');
  try {
    assert.equal(await page.textContent('h1.title'), 'Four-bar linkage');
    const canvas = page.locator('.view3d canvas');
    await goTo(page, 0);
    const first = await canvas.screenshot();
    assert.ok(distinct(first) > 50, 'nothing is drawn');
    await page.keyboard.press('Space');
    await until('it plays', async () => (await timeOf(page)) > 0.1);
    await page.keyboard.press('Space');
    await goTo(page, 0.15);
    assert.ok(different(first, await canvas.screenshot()) > 1000, 'nothing has moved');

    // The numbers are those of the run, to a millionth of the largest of their column.
    const results = scratch.table('results');
    const [curve] = await look(page, ({plots}) =>
      plots.panes[0]!['curves'].map(({column, x, y}) => ({column, x: [...x], y: [...y]})),
    );
    const wanted = results.column(curve!.column);
    nearAll(curve!.x, results.column('t'), 1e-6);
    nearAll(curve!.y, wanted, 1e-6 * Math.max(...wanted.map(Math.abs)));

    await page.getByRole('tab', {name: 'Doctor'}).click();
    assert.match((await page.locator('#panel-doctor').textContent())!, /1 degree of freedom.*redundant/s);
    await page.getByRole('tab', {name: 'Certificate'}).click();
    assert.match((await page.locator('#panel-certificate').textContent())!, /integrator.*energy/is);
    // Nothing in it pretends that it could run.
    assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Model', 'Doctor', 'Certificate']);
    assert.equal(await page.getByRole('button', {name: 'Run', exact: true}).count(), 0);
    assert.deepEqual(requests.filter((each) => !/^(data|blob):/.test(each)).length, 1);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
});

test('names that look like a program stay names', async () => {
  const name = '</script><script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken = 2">';
  const text = scratch.read('four_bar.bricard.yaml').replace('name: Four-bar linkage', `name: ${JSON.stringify(name)}`);
  scratch.write('hostile.bricard.yaml', text);
  scratch.run('run', 'hostile.bricard.yaml', '--out', 'hostile', '--quiet');
  scratch.run('report', 'hostile', '--out', 'hostile.html', '--quiet');
  assert.ok(!readFileSync(join(scratch.path, 'hostile.html'), 'utf8').includes('<script>globalThis.broken'));
  const harmless = async (page: Open) => {
    assert.equal(await page.textContent('h1.title'), name);
    await page.getByRole('tab', {name: 'Certificate'}).click();
    assert.equal(await page.evaluate(() => (globalThis as {broken?: number}).broken), undefined);
    assert.equal(await page.locator('img').count(), 0);
  };
  const {page} = await opened('hostile.html');
  try {
    await harmless(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
  await visit(browser, scratch.path, ['hostile'], harmless);
});
