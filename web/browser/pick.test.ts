// A click on the picture selects what is there, and the panel tells its name, its data and its values at the time on show.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {goTo, look, near, openBrowser, Scratch, screenOf, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/four_bar.bricard.yaml');
  scratch.run('run', 'four_bar.bricard.yaml', '--out', 'four_bar', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

/** "−1.2345·10⁻⁶" as a number. */
function numberOf(text: string): number {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const plain = [...text].map((c) => (digits.includes(c) ? String(digits.indexOf(c)) : c)).join('');
  return Number(plain.replace(/[−⁻]/g, '-').replace('·10', 'e'));
}

/** Columns and values that the panel shows for an element. */
async function shown(page: Page, key: string): Promise<Map<string, number>> {
  const rows = await page
    .locator(`[data-key="${key}"] .columns li`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        [row.querySelector('.column-name'), row.querySelector('.column-value')].map((each) => each?.textContent ?? ''),
      ),
    );
  return new Map(rows.map(([name, value]) => [name!, numberOf(value!)]));
}

test('a body and a joint are picked where they are drawn, with their live values', () =>
  visit(browser, scratch.path, ['four_bar'], async (page) => {
    const results = scratch.table('four_bar');
    const row = 37;
    await goTo(page, results.at(row, 't'));
    const picked = () => look(page, ({state}) => state.selection.value);
    const body = ['x', 'y', 'z'].map((axis) => results.at(row, `rocker.${axis}`));
    // D of the model file, where the pivot is.
    for (const [section, name, point, kind] of [
      ['bodies', 'rocker', body, /mass.*2\.5/s],
      ['joints', 'pivot', [3.2, 0, 0], /rocker/],
    ] as const) {
      const place = await screenOf(page, [...point]);
      await page.mouse.move(place.x, place.y);
      await until('the tip says the name', async () =>
        (await page.locator('.view3d-tip').textContent())?.includes(name),
      );
      await page.mouse.click(place.x, place.y);
      assert.deepEqual(await picked(), {section, name});
      const key = `${section}/${name}`;
      assert.equal(await page.locator('[aria-current=true] .tree-name').textContent(), name);
      assert.match((await page.locator(`[data-key="${key}"] .tree-data`).textContent())!, kind);
      const live = await until('live values', async () => {
        const values = await shown(page, key);
        return values.size > 0 && [...values.values()].every(Number.isFinite) ? values : null;
      });
      assert.ok(live.size >= 8, `${[...live.keys()]}`);
      for (const [column, value] of live) {
        const wanted = results.at(row, column);
        near(value, wanted, 5.1e-5 * Math.abs(wanted));
      }
    }
    // They follow the time.
    await goTo(page, results.at(200, 't'));
    const angle = results.at(200, 'pivot.angle');
    near((await shown(page, 'joints/pivot')).get('pivot.angle'), angle, 1e-4 * Math.abs(angle));

    // Into the void, and Escape.
    const canvas = (await page.locator('.view3d canvas').boundingBox())!;
    await page.mouse.click(canvas.x + 6, canvas.y + canvas.height - 6);
    assert.equal(await picked(), null);
    await page.locator('[data-key="joints/wrist"] .tree-row').click();
    assert.deepEqual(await picked(), {section: 'joints', name: 'wrist'});
    await page.keyboard.press('Escape');
    assert.equal(await picked(), null);
  }));

test('the trace of a point runs through its rows', () =>
  visit(browser, scratch.path, ['four_bar'], async (page) => {
    await look(page, ({state}) => {
      state.selection.value = {section: 'sensors', name: 'tracer'};
    });
    await page.locator('.view3d-menu summary[aria-label=Traces]').click();
    await page.getByRole('button', {name: 'Trace tracer'}).click();
    assert.equal(await page.locator('.view3d-traces li').count(), 1);
    assert.deepEqual(await look(page, ({view}) => view['content']!.traces!.refs), [
      {section: 'sensors', name: 'tracer'},
    ]);
    const results = scratch.table('four_bar');
    const drawn = await look(page, ({view}) => {
      const path = view['content']!.traces!['traces'][0]!.whole.geometry.getAttribute('instanceStart')!;
      return Array.from({length: path.count}, (_, i) => [path.getX(i), path.getY(i), path.getZ(i)]);
    });
    assert.equal(drawn.length, results.rows.length - 1);
    drawn.forEach((point, row) => {
      for (const [i, axis] of ['x', 'y', 'z'].entries()) near(point[i], results.at(row, `tracer.${axis}`), 1e-5);
    });
  }));

test("the doctor names the joints of Bricard's linkage and makes them stand out", async () => {
  scratch.copy('models/mechanisms/bricard.bricard.yaml');
  await visit(browser, scratch.path, ['bricard.bricard.yaml'], async (page) => {
    await page.getByRole('tab', {name: 'Doctor'}).click();
    const findings = page.locator('#panel-doctor .finding');
    await until('findings', async () => (await findings.count()) > 1);
    assert.match((await findings.first().textContent())!, /1 degree of freedom.*Counting bodies and joints gives 0/s);
    const redundant = findings.filter({hasText: '1 redundant constraint row'});
    const six = ['j1', 'j2', 'j3', 'j4', 'j5', 'j6'];
    const words = (await redundant.textContent())!;
    for (const name of six) assert.ok(words.includes(name), name);
    const button = redundant.getByRole('button', {name: /^Show/});
    await button.click();
    assert.deepEqual([...(await look(page, ({state}) => state.highlight.value))].sort(), six);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await button.click();
    assert.deepEqual(await look(page, ({state}) => state.highlight.value), []);
    // The model as it is edited is examined too: another link, another number.
    await page.getByRole('tab', {name: 'Certificate'}).click();
    assert.match((await page.locator('#panel-certificate').textContent())!, /integrator/i);
  });
});
