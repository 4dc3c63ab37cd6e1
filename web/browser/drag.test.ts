// A hand takes a point of the double wishbone: text, mechanism and curves follow, at once; and all of it can be taken back.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {look, nearAll, openBrowser, Scratch, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
const model = 'double_wishbone.bricard.yaml';
before(async () => {
  browser = await openBrowser();
  scratch.copy(`models/mechanisms/${model}`);
});
after(async () => {
  await browser.close();
  scratch.remove();
});

const grip = (page: Page, name: string) => page.getByRole('button', {name: `Move ${name}`, exact: true});

/** Where the middle of a grip is. */
async function middle(page: Page, name: string): Promise<{x: number; y: number}> {
  const box = (await grip(page, name).boundingBox())!;
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}

async function answered(page: Page): Promise<void> {
  await until('the hand is answered', () => look(page, ({live}) => !live!.waiting && live!.shown.value > 0));
}

/** The curve of a column in the plot that shows it, of the run on show or of an overlay. */
function plotted(page: Page, column: string, overlaid = false): Promise<number[]> {
  return look(
    page,
    ({plots}, [column, overlaid]) => {
      for (const pane of plots.panes)
        for (const curve of pane['data'].main.curves)
          if (curve.column === column && (curve.run !== '') === overlaid) return [...curve.y];
      throw new Error(`no plot shows ${column}`);
    },
    [column, overlaid] as const,
  );
}

test('UBJ is dragged: its numbers change in the text, camber follows in the plot, the run before is dashed; undo and redo', () =>
  visit(browser, scratch.path, [model], async (page) => {
    const text = scratch.read(model);
    const before = await plotted(page, 'camber');
    await page.keyboard.press('m');
    const from = await middle(page, 'UBJ');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y - 10, {steps: 3});
    await answered(page);
    await page.mouse.up();
    await answered(page);

    // Only the three numbers are different, by whole steps of 1 mm.
    const edited = await look(page, ({edit}) => edit!.text.value);
    const line = text.split('\n').find((each) => each.includes('UBJ: ['))!;
    const changed = edited.split('\n').find((each) => each.includes('UBJ: ['))!;
    assert.notEqual(changed, line);
    assert.equal(edited.replace(changed, line), text, 'all else is as it was');
    const numbers = /\[(.*), (.*), (.*)\]/.exec(changed)!.slice(1).map(Number);
    assert.ok(numbers.every(Number.isInteger), changed);

    // What the plot shows is what the program computes of this text; the run before is drawn over it.
    await until('the plot has it', async () => (await plotted(page, 'camber', true)).length > 0);
    scratch.write('moved.bricard.yaml', edited);
    scratch.run('run', 'moved.bricard.yaml', '--out', 'moved', '--quiet');
    const wanted = scratch.table('moved').column('camber');
    nearAll(await plotted(page, 'camber'), wanted, 1e-9);
    nearAll(await plotted(page, 'camber', true), before, 1e-12);
    assert.ok(
      wanted.some((value, i) => Math.abs(value - before[i]!) > 0.01),
      'the camber has changed',
    );
    // The mechanism: the joint is where the text has it.
    const joint = await look(page, ({state}) => {
      const {bodies, joints} = state.scene.value!;
      const ball = joints.find((each) => each.name === 'upper_ball')!;
      const arm = bodies.find((each) => each.name === ball.bodies[0])!;
      return ball.at![0].map((x, i) => x + arm.at[i]!);
    });
    nearAll(joint, numbers, 1e-9);

    await page.keyboard.press('Control+z');
    await until('undone', async () => (await look(page, ({edit}) => edit!.text.value)) === text);
    await answered(page);
    nearAll(await plotted(page, 'camber'), before, 1e-9);
    await page.keyboard.press('Control+Shift+z');
    await until('redone', async () => (await look(page, ({edit}) => edit!.text.value)) === edited);
    await answered(page);
    nearAll(await plotted(page, 'camber'), wanted, 1e-9);
    assert.equal(scratch.read(model), text, 'the file is as it was');

    // Run keeps it, and compares it with the run that was there before.
    await page.getByRole('button', {name: 'Run', exact: true}).click();
    await until('a kept run', () => look(page, ({state}) => state.run.value!.info.id !== 'live'));
    assert.equal(await look(page, ({state}) => state.overlays.value.length), 1);
    await page.getByRole('tab', {name: 'Text'}).click();
    await page.getByRole('button', {name: 'Discard edits'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Discard edits'}).click();
  }));

test('values are typed, an axis leads along itself, and what cannot be moved says why', () => {
  scratch.write(
    'parameters.bricard.yaml',
    `bricard: 1
parameters: {half: 20 cm, long: 2*half}
points:
  A: [half, 0, 0]   # a parameter
  B: [2*half, 1, 0] # an expression
  C: [long, 0, 0]
bodies: {rod: {mass: 1, inertia: [1, 1, 1], position: [0.3, 0, 0]}}
joints: {pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {s: {type: spring_damper, from: {body: ground, at: B}, to: {body: rod, at: A}, stiffness: 10}}
analysis: {type: dynamics, duration: 0.2, output_step: 10 ms}
`,
  );
  return visit(browser, scratch.path, ['parameters.bricard.yaml'], async (page) => {
    await page.keyboard.press('m');
    await grip(page, 'A').focus();
    await page.getByLabel('x of the point').fill('0.25');
    await page.getByLabel('x of the point').press('Enter');
    await answered(page);
    assert.deepEqual(await look(page, ({edit}) => edit!.set.value), {half: '25 cm'});
    await grip(page, 'B').focus();
    assert.ok(await page.getByLabel('x of the point').isDisabled());
    assert.match((await page.getByLabel('x of the point').getAttribute('title'))!, /expression 2\*half/);
    // Its y is a number: it can be moved.
    await page.getByLabel('y of the point').fill('1.5');
    await page.getByLabel('y of the point').press('Enter');
    await answered(page);
    assert.match(await look(page, ({edit}) => edit!.text.value), /B: \[2\*half, 1\.5, 0\] # an expression/);
    // A joint's place.
    await grip(page, 'pivot.at').focus();
    await page.keyboard.press('ArrowRight');
    await answered(page);
    assert.doesNotMatch(await look(page, ({edit}) => edit!.text.value), /at: \[0, 0, 0\]/);
    for (let i = 0; i < 3; ++i) await page.keyboard.press('Control+z');
    await until('all is taken back', () =>
      look(page, ({edit}) => edit!.text.value === edit!.model.value!.text && Object.keys(edit!.set.value).length === 0),
    );
  });
});

test('the slider of a point stays under the hand while the model is computed, and moves as the point does', () =>
  visit(browser, scratch.path, [model], async (page) => {
    await page.getByRole('tab', {name: 'Parameters'}).click();
    await page.locator('details.parameter-group summary').first().click();
    const slider = page.getByLabel('UBJ.x in mm, slider');
    await slider.focus();
    for (let i = 0; i < 2; ++i) {
      await page.keyboard.press('ArrowRight');
      await answered(page);
      assert.match((await page.evaluate(() => document.activeElement!.getAttribute('aria-label')))!, /^UBJ\.x/);
    }
    assert.equal(
      await slider.inputValue(),
      String(Number.parseFloat((await look(page, ({edit}) => edit!.set.value['UBJ.x']))!)),
    );
  }));

// The player lies between picture and plots, the mechanism is not under the toolbar, and its points can be taken.
test('a window that becomes narrow and wide again: nothing covers another, and a point is dragged in each', () =>
  visit(browser, scratch.path, [model], async (page) => {
    await page.keyboard.press('m');
    for (const width of [1920, 960, 800, 960, 1920]) {
      await page.setViewportSize({width, height: 800});
      await until('the picture has its size', () =>
        look(page, ({view}) => {
          const {canvas} = view['stage']!;
          return Math.abs(canvas.clientWidth - canvas.width) <= 1 && Math.abs(canvas.clientHeight - canvas.height) <= 1;
        }),
      );
      await page.waitForTimeout(300);
      const box = async (name: string) => (await page.locator(name).boundingBox())!;
      const [view, player, plots] = [await box('.stage'), await box('.player-host'), await box('.plots-host')];
      assert.ok(view.width > 300 && view.height > 180, `the picture has ${view.width} x ${view.height} at ${width}`);
      assert.ok(plots.width > 240 && plots.height > 140, `the plots have ${plots.width} x ${plots.height} at ${width}`);
      assert.ok(player.y >= view.y + view.height - 1, `the player covers the picture at ${width}`);
      const apart = plots.y >= player.y + player.height - 1 || plots.x >= player.x + player.width - 1;
      assert.ok(apart, `the player covers the plots at ${width}`);

      const from = await middle(page, 'UBJ');
      const taken = await page.evaluate(
        ({x, y}) => document.elementFromPoint(x, y)?.getAttribute('aria-label') ?? '',
        from,
      );
      assert.equal(taken, 'Move UBJ', `what lies over the point at ${width}`);
      const before = await look(page, ({live}) => live!.shown.value);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 24, from.y - 8, {steps: 2});
      await until(`an answer at ${width}`, () => look(page, ({live}, before) => live!.shown.value > before, before));
      await page.mouse.up();
      await answered(page);
      await page.keyboard.press('Control+z');
      await answered(page);
    }
  }));
