// Modes: the list of frequencies, the motion of each with its amplitude, and the frequency response.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {look, near, openBrowser, Results, Scratch, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/examples/chain_modes.bricard.yaml');
  scratch.run('run', 'chain_modes.bricard.yaml', '--out', 'results', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

/** How far each body is from where it is at phase 0, at a phase in cycles. */
const moved = (page: Page, phase: number) =>
  look(
    page,
    ({view, player}, phase) => {
      const {mode, amplitude} = player;
      const frame = (phase: number) =>
        view['content']!['frame']({
          time: 0,
          mode: mode.value,
          phase,
          amplitude: amplitude.value,
          selection: null,
        }).poses.slice();
      const [still, now] = [frame(0), frame(phase)];
      const out: number[] = [];
      for (let i = 0; i < now.length; i += 7) out.push(now[i]! - still[i]!);
      return out;
    },
    phase,
  );

test('modes swing with their frequency, shape and amplitude', () =>
  visit(browser, scratch.path, ['results'], async (page) => {
    const table = new Results(scratch.read('results/modes.csv'));
    const chooser = page.getByLabel('Mode', {exact: true});
    const words = (await chooser.locator('option').allTextContents()).slice(1);
    assert.ok(words.length >= 3, `${words}`);
    const named = table.names.find((each) => /frequency/.test(each))!;
    const frequencies = table.column(named);
    for (const [i, text] of words.entries()) {
      const told = Number(/([\d.]+) Hz/.exec(text)?.[1]);
      const wanted = frequencies.find((each) => Math.abs(each - told) <= 1e-2 * each);
      assert.ok(wanted !== undefined, `mode ${i + 1}: ${text} is none of ${frequencies}`);
    }

    await chooser.selectOption('1');
    const quarter = await moved(page, 0.25);
    const back = await moved(page, 0.75);
    const largest = Math.max(...quarter.map(Math.abs));
    assert.ok(largest > 0, 'the mode moves nothing');
    const half = await moved(page, 0.5);
    // One cycle: to one side, back, to the other.
    const swing = Math.max(...half.map(Math.abs), ...back.map(Math.abs), largest);
    assert.ok(swing > 0);
    await page.getByLabel('Amplitude of the mode').fill('2');
    const twice = await moved(page, 0.25);
    for (let i = 0; i < quarter.length; ++i) near(twice[i], 2 * quarter[i]!, 1e-6 * largest + 1e-12);

    // It plays in cycles.
    await page.keyboard.press('Escape');
    await page.getByRole('button', {name: 'Play (space)'}).click();
    await until('the phase moves', () => look(page, ({player}) => player.phase.value > 0.1));
    await page.getByRole('button', {name: 'Pause (space)'}).click();
    assert.match((await page.locator('.player-time').textContent())!, /°$/);

    // The frequency response is plotted over a logarithmic axis.
    const [bode] = await look(page, ({plots}) => plots.panes.map((each) => each.layout));
    assert.equal(bode!.file, 'frequency_response.csv');
    assert.equal(bode!.logX, true);
  }));
