// Change and run again: faults of the text at their line, parameters, progress, cancel, before and after; and nothing is lost when
// the page is loaded again or the program ends.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {loaded, look, nearAll, openBrowser, openPage, Scratch, Served, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  scratch.copy('models/mechanisms/four_bar.bricard.yaml');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

const editor = (page: Page) => page.getByLabel('Text of the model');
const textOf = (page: Page) => look(page, ({edit}) => edit!.text.value);
/** Types another text in place of the one that is there. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await until('the text is in', async () => (await textOf(page)) === text);
}
const runName = (page: Page) => look(page, ({state}) => state.run.value?.info.name ?? '');
const runCount = (page: Page) => look(page, ({state}) => state.project.value.runs.length);

/** Presses Run and waits until another run is on show. */
async function runAgain(page: Page): Promise<void> {
  const before = await look(page, ({state}) => state.run.value?.before ?? state.run.value?.info.id);
  await page.getByRole('button', {name: 'Run', exact: true}).click();
  await until('the new run is on show', () =>
    look(page, ({state}, before) => !!state.run.value && !['live', before].includes(state.run.value.info.id), before),
  );
  await loaded(page);
}

test('a fault of the text is shown at its line in the words of the program, until it is mended', () =>
  visit(browser, scratch.path, ['four_bar.bricard.yaml'], async (page) => {
    const good = scratch.read('four_bar.bricard.yaml');
    const bad = good.replace('mass: b\n', 'mas: b\n');
    const line = bad.split('\n').indexOf('    mas: b') + 1;
    scratch.write('bad.bricard.yaml', bad);
    let told = '';
    try {
      scratch.run('check', 'bad.bricard.yaml', '--quiet');
    } catch (failure) {
      told = String((failure as {stderr: string}).stderr);
    }
    const words = new RegExp(`^bad\\.bricard\\.yaml:${line}:\\d+: error: (.*)$`, 'm').exec(told)?.[1];
    assert.ok(words, told);

    await page.getByRole('tab', {name: 'Text'}).click();
    assert.equal(await textOf(page), good);
    await write(page, bad);
    const faults = page.getByRole('list', {name: 'Faults of the text'}).getByRole('button');
    await until('the fault is shown', async () => (await faults.count()) > 0);
    const shown = (await faults.first().textContent())!;
    assert.ok(shown.startsWith(`line ${line}`), shown);
    const plain = (text: string) => text.replaceAll('`', '').replace(/\s+/g, ' ');
    assert.ok(plain(shown).includes(plain(words).slice(0, 40)), `${shown} does not say: ${words}`);
    await faults.first().click();
    assert.equal(await page.locator('.cm-lint-marker-error').count(), 1);
    assert.equal(await page.locator('.cm-activeLine').first().textContent(), '    mas: b');
    assert.equal(await editor(page).getAttribute('aria-invalid'), 'true');

    await write(page, good);
    await until('no fault is left', async () => (await faults.count()) === 0);
    await until('the text is good', async () => /no faults/.test((await page.locator('.text-status').textContent())!));
    await until('no line is marked', async () => (await page.locator('.cm-lint-marker-error').count()) === 0);
  }));

test('a parameter is changed and run; the run before is drawn over it; the numbers are those of --set', () =>
  visit(browser, scratch.path, ['mass_spring_damper.bricard.yaml'], async (page) => {
    const first = await runName(page);
    await page.getByRole('tab', {name: 'Parameters'}).click();
    await page.getByLabel('k in N/m', {exact: true}).fill('150');
    // The slider moves with the field, and the field with the slider.
    assert.equal(await page.getByLabel('k in N/m, slider').inputValue(), '150');
    await page.getByLabel('m, slider', {exact: true}).press('ArrowRight');
    const mass = await page.getByRole('textbox', {name: 'm', exact: true}).inputValue();
    assert.ok(Number(mass) > 1 && Number(mass) < 1.2, mass);
    await page.getByRole('button', {name: 'Reset m', exact: true}).click();
    assert.equal(await page.getByRole('textbox', {name: 'm', exact: true}).inputValue(), '1');
    await runAgain(page);
    assert.equal(await runName(page), 'k=150 N/m');
    assert.deepEqual(await look(page, ({state}) => state.overlays.value.map((each) => each.info.name)), [first]);
    assert.match((await page.locator('.run-message').textContent())!, /^Done in/);

    scratch.run('run', 'mass_spring_damper.bricard.yaml', '--set', 'k=150', '--out', 'set', '--quiet');
    const wanted = scratch.table('set');
    const columns = ['t', 'block.x', 'block.vx', 'spring.force'];
    const made = await look(
      page,
      async ({state}, columns) => (await state.run.value!.table.load(columns)).map((each) => [...each]),
      columns,
    );
    columns.forEach((name, i) => {
      nearAll(made[i]!, wanted.column(name), 0);
    });
    // The curve of the run before is another one.
    const runs = await look(page, ({plots}) => plots.panes[0]!['curves'].map(({run, y}) => ({run, y: [...y]})));
    assert.ok(runs.some(({run}) => run === first));
    assert.notDeepEqual(runs[0]!.y, runs.find(({run}) => run === first)!.y);
  }));

test('a parameter is a number in the unit that it was written with, not in the units of the file', () => {
  scratch.copy('models/examples/quarter_car.bricard.yaml');
  return visit(browser, scratch.path, ['quarter_car.bricard.yaml'], async (page) => {
    await page.getByRole('tab', {name: 'Parameters'}).click();
    await page.getByLabel('k in N/mm', {exact: true}).fill('60');
    await runAgain(page);
    const made = await look(page, async ({state}) => [...(await state.run.value!.table.load(['sprung.y']))[0]!]);
    scratch.run('run', 'quarter_car.bricard.yaml', '--set', 'k=60000', '--out', 'stiff', '--quiet'); // N/m, as the file
    nearAll(made, scratch.table('stiff').column('sprung.y'), 1e-9);
  });
});

test('a long run shows its progress, is cancelled, and keeps what it had computed', () =>
  visit(browser, scratch.path, ['four_bar.bricard.yaml'], async (page) => {
    const before = await runCount(page);
    await page.getByLabel('Duration').fill('1000');
    await page.getByLabel('Output step').fill('0.01');
    await page.getByRole('button', {name: 'Run', exact: true}).click();
    const progress = page.getByLabel('Progress of the run');
    await until('progress', async () => Number(await progress.getAttribute('value')) > 0);
    await page.getByRole('button', {name: 'Cancel'}).click();
    await until('it has ended', async () => (await page.locator('.run-message').textContent()) === 'Cancelled');
    assert.equal(await runCount(page), before + 1);
    await loaded(page);
    const [status, rows, last] = await look(page, async ({state: {run}}) => {
      const [t] = await run.value!.table.load(['t']);
      return [run.value!.info.status, run.value!.detail.rows, t!.at(-1)!] as const;
    });
    assert.notEqual(status, 'done');
    assert.ok(rows > 10 && last > 0.1 && last < 1000, `${rows} rows until ${last}`);
    await page.getByLabel('Duration').fill('');
    await page.getByLabel('Output step').fill('');
    await page.getByLabel('Output step').blur();
  }));

test('nothing is lost when the page is loaded again, or the program is killed and started again', async () => {
  const copy = 'memory.bricard.yaml';
  scratch.write(copy, scratch.read('mass_spring_damper.bricard.yaml'));
  let served = await Served.start(scratch.path, copy);
  let page = await openPage(browser, served.address);
  try {
    await loaded(page);
    const first = await look(page, ({state}) => state.run.value!.info.id);
    await page.getByRole('tab', {name: 'Parameters'}).click();
    await page.getByLabel('c in N*s/m', {exact: true}).fill('3');
    await runAgain(page);
    await page.getByLabel('Run', {exact: true}).selectOption(first);
    await until('the first run', () => look(page, ({state}, first) => state.run.value!.info.id === first, first));
    await look(page, ({plots}) => plots.add(['spring.force']));
    await page.getByRole('tab', {name: 'Text'}).click();
    const draft = `${await textOf(page)}# to be continued\n`;
    await write(page, draft);

    const all = () =>
      look(page, ({state, plots}) => ({
        run: state.run.value!.info.id,
        runs: state.project.value.runs.map((each) => each.name),
        columns: plots.panes.map((each) => each.layout.columns),
      }));
    const before = await all();
    assert.ok(before.columns.some((each) => each.includes('spring.force')));
    assert.equal(before.runs.length, 2);
    const unchanged = async () => {
      await loaded(page);
      assert.deepEqual(await all(), before);
      assert.equal(await page.getByRole('tab', {name: 'Text'}).getAttribute('aria-selected'), 'true');
      await until('the draft is there', async () => (await textOf(page)) === draft);
      await page.getByRole('tab', {name: 'Parameters'}).click();
      await until(
        'the parameter',
        async () => (await page.getByLabel('c in N*s/m', {exact: true}).inputValue()) === '3',
      );
      await page.getByRole('tab', {name: 'Text'}).click();
    };
    // At once: what was typed a moment ago goes with the page.
    await page.reload();
    await unchanged();
    // What is known of the tab is sent a moment later than it is chosen.
    await until('the program knows', async () => {
      const project = await (await served.ask('/api/project')).json();
      return project.memory.tab === 'text';
    });

    await served.stop('SIGKILL');
    served = await served.again();
    await page.close();
    page = await openPage(browser, served.address);
    await unchanged();
    assert.equal(scratch.read(copy), scratch.read('mass_spring_damper.bricard.yaml'), 'the file is as it was');

    // Saved: the file has it, and there is no draft any more.
    await page.getByRole('button', {name: 'Save', exact: true}).click();
    await until('the file is written', () => scratch.read(copy) === draft);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});
