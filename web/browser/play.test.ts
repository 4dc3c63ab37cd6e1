// The mechanism moves: a model is run at once, a folder of results is shown; play, pause, steps, loop, scrubbing by mouse and keys.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser} from 'playwright-core';
import {choose, goTo, look, near, openBrowser, Scratch, screenOf, timeOf, until, visit} from './browser.ts';
import {colorAt, different, distinct, readPng} from './pixels.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  for (const name of ['four_bar', 'slider_crank_planar', 'geneva', 'mass_spring_damper'])
    scratch.copy(`models/mechanisms/${name}.bricard.yaml`);
  scratch.run('run', 'four_bar.bricard.yaml', '--out', 'four_bar', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

test('a model is run at once, plays, pauses, steps, loops and is scrubbed', () =>
  visit(browser, scratch.path, ['four_bar.bricard.yaml'], async (page) => {
    assert.equal(await page.textContent('h1.title'), 'Four-bar linkage');
    assert.equal(await page.title(), 'Four-bar linkage – bricard');
    assert.deepEqual(await look(page, ({player}) => player.range.value), [0, 5]);

    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await until('it plays', async () => (await timeOf(page)) > 0.2);
    await page.getByRole('button', {name: 'Pause (space)'}).click();
    const there = await timeOf(page);
    await page.waitForTimeout(150);
    assert.equal(await timeOf(page), there);

    // One step is one row of results.csv.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    near(await timeOf(page), 0.01);
    await page.keyboard.press('Shift+ArrowRight');
    near(await timeOf(page), 0.11);
    await page.getByRole('button', {name: 'One row back (left arrow)'}).click();
    near(await timeOf(page), 0.1);
    await page.keyboard.press('End');
    near(await timeOf(page), 5);

    // From the end it goes on at the start, or stays there.
    await page.getByLabel('Repeat').selectOption('loop');
    await look(page, ({player}) => player.seek(4.9));
    await page.getByRole('button', {name: 'Play (space)'}).click();
    await until('it has begun again', async () => (await timeOf(page)) < 1);
    assert.equal(await look(page, ({player}) => player.playing.value), true);
    await page.getByLabel('Repeat').selectOption('once');
    await look(page, ({player}) => player.seek(4.9));
    await until('it has stopped', () => look(page, ({player}) => !player.playing.value));
    near(await timeOf(page), 5);

    // The mouse on the timeline.
    const line = (await page.locator('.player-slider').boundingBox())!;
    const place = (part: number) => [line.x + part * line.width, line.y + 0.5 * line.height] as const;
    await page.mouse.click(...place(0.5));
    near(await timeOf(page), 2.5, 0.1);
    await page.mouse.move(...place(0.5));
    await page.mouse.down();
    await page.mouse.move(...place(0.75), {steps: 4});
    await page.mouse.up();
    near(await timeOf(page), 3.75, 0.1);
  }));

test('the picture shows the bodies where the results say, at every time', () =>
  visit(browser, scratch.path, ['four_bar'], async (page) => {
    assert.equal(await look(page, ({state}) => state.run.value?.detail.rows), 501);
    const results = scratch.table('four_bar');
    const canvas = page.locator('.view3d canvas');
    const box = (await canvas.boundingBox())!;
    const shot = async (row: number) => {
      await goTo(page, results.at(row, 't'));
      const picture = await canvas.screenshot();
      const crank = await screenOf(page, [results.at(row, 'crank.x'), results.at(row, 'crank.y'), 0]);
      return {picture, crank: [crank.x - box.x, crank.y - box.y] as const};
    };
    const [first, again, other] = [await shot(0), await shot(0), await shot(15)];
    assert.ok(distinct(first.picture) > 50, `${distinct(first.picture)} colors: nothing is drawn`);
    assert.equal(different(first.picture, again.picture), 0);
    assert.ok(different(first.picture, other.picture) > 1000, 'nothing has moved');
    // Where the crank is, there is another color than when it is elsewhere.
    const [a, b] = [readPng(first.picture), readPng(other.picture)];
    assert.notDeepEqual(colorAt(a, ...first.crank), colorAt(b, ...first.crank));
    assert.notDeepEqual(colorAt(b, ...other.crank), colorAt(a, ...other.crank));
    assert.deepEqual(colorAt(a, 3, 3), colorAt(b, 3, 3));
  }));

test('a planar model is seen in its plane', () =>
  visit(browser, scratch.path, ['slider_crank_planar.bricard.yaml'], async (page) => {
    assert.equal(await look(page, ({view}) => view['stage']!.rig.isParallel), true);
    const [o, x, y] = [
      await screenOf(page, [0, 0, 0]),
      await screenOf(page, [0.1, 0, 0]),
      await screenOf(page, [0, 0.1, 0]),
    ];
    assert.ok(x.x - o.x > 20, 'x to the right');
    near(x.y, o.y, 1e-3);
    assert.ok(o.y - y.y > 20, 'y upward');
    near(y.x, o.x, 1e-3);
  }));

test('a kinematic motion and a sweep over a parameter are scrubbed by hand', async () => {
  scratch.run('run', 'geneva.bricard.yaml', '--out', 'geneva', '--quiet');
  const sweep = ['--sweep', 'k=50:150:10', '--out', 'sweep', '--quiet'];
  scratch.run('run', 'mass_spring_damper.bricard.yaml', ...sweep);
  await visit(browser, scratch.path, ['geneva', 'sweep'], async (page) => {
    for (const [name, analysis, axis, body] of [
      ['geneva', 'kinematics', 't', 'wheel'],
      ['sweep', 'dynamics', 'k', 'block'],
    ] as const) {
      await choose(page, name);
      const run = await look(page, ({state: {run}}) => ({info: run.value!.info, axis: run.value!.detail.axis}));
      assert.equal(run.info.analysis, analysis);
      assert.equal(run.axis, axis);
      const results = scratch.table(name);
      const row = Math.floor((results.rows.length - 1) / 2);
      const [at, from, to] = [results.at(row, axis), results.at(0, axis), results.at(-1, axis)];
      await page.locator('.player-slider').fill(String(Math.round((10000 * (at - from)) / (to - from))));
      near(await timeOf(page), at, (to - from) / 10000);
      await goTo(page, at);
      const pose = await look(
        page,
        ({view, state}, body) => {
          const content = view['content']!;
          const b = content.scene.bodies.findIndex((each) => each.name === body);
          return [...content.motion!.at(state.time.value).poses.slice(7 * b, 7 * b + 2)];
        },
        body,
      );
      near(pose[0], results.at(row, `${body}.x`));
      near(pose[1], results.at(row, `${body}.y`));
    }
  });
});
