// The mechanism moves: a model is run at once, a folder of results is shown; play, pause, steps, loop, scrubbing by mouse and keys.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser} from 'playwright-core';
import {loaded, look, type Open, openBrowser, Scratch, show, until} from './browser.ts';
import {different, distinct} from './pixels.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/four_bar.bricard.yaml');
  scratch.copy('models/mechanisms/slider_crank_planar.bricard.yaml');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

const time = (page: Open) => look(page, (bricard) => bricard.state.time.value);
const near = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 1e-9, `${value} is not ${wanted}`);

test('a model is run at once, plays, pauses, steps, loops and is scrubbed', async () => {
  const {served, page} = await show(browser, scratch.path, 'four_bar.bricard.yaml');
  try {
    assert.equal(await page.textContent('h1.title'), 'Four-bar linkage');
    assert.equal(await page.title(), 'Four-bar linkage – bricard');
    assert.deepEqual(await look(page, (bricard) => bricard.player.range.value), [0, 5]);

    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await until('it plays', async () => (await time(page)) > 0.2);
    await page.getByRole('button', {name: 'Pause (space)'}).click();
    const there = await time(page);
    await page.waitForTimeout(150);
    assert.equal(await time(page), there);

    // One step is one row of results.csv.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    near(await time(page), 0.01);
    await page.keyboard.press('Shift+ArrowRight');
    near(await time(page), 0.11);
    await page.getByRole('button', {name: 'One row back (left arrow)'}).click();
    near(await time(page), 0.1);
    await page.keyboard.press('End');
    near(await time(page), 5);

    // From the end it goes on at the start, or stays there.
    await page.getByLabel('Speed', {exact: true}).selectOption('1');
    await page.getByLabel('Repeat').selectOption('loop');
    await look(page, (bricard) => bricard.player.seek(4.9));
    await page.getByRole('button', {name: 'Play (space)'}).click();
    await until('it has begun again', async () => (await time(page)) < 1);
    assert.equal(await look(page, (bricard) => bricard.player.playing.value), true);
    await page.getByLabel('Repeat').selectOption('once');
    await look(page, (bricard) => bricard.player.seek(4.9));
    await until('it has stopped', () => look(page, (bricard) => !bricard.player.playing.value));
    near(await time(page), 5);

    // The mouse on the timeline.
    const line = (await page.locator('.player-slider').boundingBox())!;
    await page.mouse.click(line.x + 0.5 * line.width, line.y + 0.5 * line.height);
    const middle = await time(page);
    assert.ok(Math.abs(middle - 2.5) < 0.1, `${middle}`);
    await page.mouse.move(line.x + 0.5 * line.width, line.y + 0.5 * line.height);
    await page.mouse.down();
    await page.mouse.move(line.x + 0.75 * line.width, line.y + 0.5 * line.height, {steps: 4});
    await page.mouse.up();
    const later = await time(page);
    assert.ok(Math.abs(later - 3.75) < 0.1, `${later}`);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});

test('the picture is there and another at another time; bodies are where the results say', async () => {
  scratch.run('run', 'four_bar.bricard.yaml', '--out', 'results', '--quiet');
  const {served, page} = await show(browser, scratch.path, 'results');
  try {
    assert.equal(await look(page, (bricard) => bricard.state.run.value?.detail.rows), 501);
    const canvas = page.locator('.view3d canvas');
    const shot = async (at: number) => {
      await look(
        page,
        (bricard, at) => {
          bricard.state.time.value = at;
        },
        at,
      );
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return canvas.screenshot();
    };
    const [first, same, other] = [await shot(0), await shot(0), await shot(0.15)];
    assert.ok(distinct(first) > 50, `${distinct(first)} colors`);
    assert.equal(different(first, same), 0);
    assert.ok(different(first, other) > 1000, `${different(first, other)} pixels differ`);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});

test('a planar model is seen in its plane', async () => {
  const {served, page} = await show(browser, scratch.path, 'slider_crank_planar.bricard.yaml');
  try {
    const seen = await look(page, (bricard) => {
      const {camera, isParallel} = bricard.view['stage']!.rig;
      const at = (x: number, y: number) => camera.position.clone().set(x, y, 0).project(camera);
      const [o, x, y] = [at(0, 0), at(0.1, 0), at(0, 0.1)];
      return {isParallel, x: [x.x - o.x, x.y - o.y], y: [y.x - o.x, y.y - o.y]};
    });
    assert.equal(seen.isParallel, true);
    assert.ok(seen.x[0]! > 0.05 && Math.abs(seen.x[1]!) < 1e-6, `x axis to the right: ${seen.x}`);
    assert.ok(seen.y[1]! > 0.05 && Math.abs(seen.y[0]!) < 1e-6, `y axis upward: ${seen.y}`);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});

test('a kinematic motion and a sweep over a parameter are scrubbed by hand', async () => {
  scratch.copy('models/mechanisms/geneva.bricard.yaml');
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  scratch.run('run', 'geneva.bricard.yaml', '--out', 'geneva', '--quiet');
  const sweep = ['--sweep', 'k=50:150:10', '--out', 'sweep', '--quiet'];
  scratch.run('run', 'mass_spring_damper.bricard.yaml', ...sweep);
  const {served, page} = await show(browser, scratch.path, 'geneva', 'sweep');
  try {
    for (const [name, analysis, axis, body] of [
      ['geneva', 'kinematics', 't', 'wheel'],
      ['sweep', 'dynamics', 'k', 'block'],
    ] as const) {
      await page.getByLabel('Run', {exact: true}).selectOption({label: name});
      await until(`${name} is on show`, () =>
        look(page, (bricard, name) => bricard.state.run.value?.info.name === name, name),
      );
      await loaded(page);
      const run = await look(page, ({state}) => state.run.value!);
      assert.equal(run.info.analysis, analysis);
      assert.equal(run.detail.axis, axis);
      const results = scratch.table(name);
      const row = Math.floor((results.rows.length - 1) / 2);
      const at = results.at(row, axis);
      const [from, to] = [results.at(0, axis), results.at(-1, axis)];
      await page.locator('.player-slider').fill(String(Math.round((10000 * (at - from)) / (to - from))));
      assert.ok(Math.abs((await time(page)) - at) <= (to - from) / 10000, `${await time(page)} is not ${at}`);
      await look(page, ({state}, at) => void (state.time.value = at), at);
      const pose = await look(
        page,
        ({view, state}, body) => {
          const content = view['content']!;
          const b = content.scene.bodies.findIndex((each) => each.name === body);
          return [...content.motion!.at(state.time.value).poses.slice(7 * b, 7 * b + 2)];
        },
        body,
      );
      near(pose[0]!, results.at(row, `${body}.x`));
      near(pose[1]!, results.at(row, `${body}.y`));
    }
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});
