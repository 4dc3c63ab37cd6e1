// Runs over each other: two folders of results, and a reference as CSV; the difference in a pane of its own.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {choose, drawn, look, near, nearAll, openBrowser, Scratch, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  const run = ['run', 'mass_spring_damper.bricard.yaml', '--quiet'];
  scratch.run(...run, '--out', 'soft');
  scratch.run(...run, '--out', 'stiff', '--set', 'k=150');
  // A reference that is known: the run and a half.
  const soft = scratch.table('soft');
  const rows = soft.rows.map((row) => [row[0], soft.at(soft.rows.indexOf(row), 'slide.position') + 0.5].join(','));
  scratch.write('reference.csv', ['t,slide.position', ...rows, ''].join('\n'));
});
after(async () => {
  await browser.close();
  scratch.remove();
});

const differences = (page: Page) =>
  look(page, ({plots}) => {
    const pane = plots.panes.find((each) => each.layout.columns.includes('slide.position'))!;
    return (pane['data'].differences?.curves ?? []).map(({run, x, y}) => ({run, x: [...x], y: [...y]}));
  });

test('two folders and a reference are overlaid, with the difference to each', () =>
  visit(browser, scratch.path, ['soft', 'stiff', 'reference.csv'], async (page) => {
    await choose(page, 'soft');
    const tick = async (name: string) => {
      await page.getByRole('button', {name: /^Overlays/}).click();
      await page.getByRole('checkbox', {name, exact: true}).check();
      await page.keyboard.press('Escape');
      await until(`${name} is drawn over it`, () =>
        look(page, ({state}, name) => state.overlays.value.some((each) => each.info.name === name), name),
      );
      await drawn(page);
    };
    await tick('stiff');
    await tick('reference.csv');

    const pane = page.locator('.plot-pane').filter({hasText: 'slide.position'}).first();
    await pane.getByRole('button', {name: 'Menu of this plot'}).click();
    await pane.getByRole('menuitemcheckbox', {name: 'Difference of the runs'}).click();
    const made = await until('differences', async () => {
      const found = await differences(page);
      return found.length === 2 ? found : null;
    });
    await drawn(page);
    assert.equal(await pane.locator('.plot-chart').nth(1).isVisible(), true);
    const [soft, stiff] = [scratch.table('soft'), scratch.table('stiff')];
    const position = soft.column('slide.position');
    const apart = stiff.column('slide.position').map((value, i) => value - position[i]!);
    for (const {run, x, y} of made) {
      nearAll(x, soft.column('t'), 0);
      nearAll(y, run === 'stiff' ? apart : position.map(() => 0.5), 1e-15);
    }
    const notes = (await pane.locator('.plot-notes').textContent())!.replaceAll('−', '-');
    assert.match(notes, /reference\.csv - run, slide\.position: largest 0\.5 m at t = /);
    const told = Number(/stiff - run, slide\.position: largest ([\d.e-]+) m/.exec(notes)?.[1]);
    const largest = Math.max(...apart.map(Math.abs));
    near(told, largest, 1e-3 * largest);

    // The other mechanism is a ghost in the picture, the table has none.
    await look(page, ({view}) => view.settled());
    assert.equal(await look(page, ({view}) => view['content']!['ghosts'].length), 1);

    // A table alone is plotted, with its columns in the panel.
    await choose(page, 'reference.csv');
    assert.match((await page.locator('#panel-model').textContent())!, /reference\.csv is a table without a model/);
  }));

test('a run that is shown while others are laid over it and taken away is the one in the picture', () =>
  visit(browser, scratch.path, ['soft', 'stiff'], async (page) => {
    await choose(page, 'soft');
    const seen = await look(page, async ({state, view}) => {
      const stiff = state.project.value.runs.find((each) => each.name === 'stiff')!;
      await state.show(stiff.id);
      // The picture of it is on its way.
      await Promise.resolve();
      state.overlays.value = [];
      await view.ready;
      await view.settled();
      const {motion} = view['content']!;
      const rows = motion!.rows.count;
      return {motion: [...motion!.poses.slice(7 * (rows - 1), 7 * rows)], run: state.run.value!.info.name};
    });
    assert.equal(seen.run, 'stiff');
    near(seen.motion[0], scratch.table('stiff').at(-1, 'block.x'), 1e-12);
    assert.ok(Math.abs(scratch.table('stiff').at(-1, 'block.x') - scratch.table('soft').at(-1, 'block.x')) > 1e-5);
  }));
