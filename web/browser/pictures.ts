// The pictures of the documents, taken from the program as it is: the page in the steps of docs/tutorial.md, and what `bricard render`
// draws of the models of docs/gallery.md. `scripts/pictures PROGRAM [WORD]`: WORD picks those with it in their name.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import {openBrowser, openPage, program, root, Scratch, Served} from './browser.ts';

const folder = join(root, 'docs', 'pictures');
const wanted = process.argv[2] ?? '';
const size = {width: 1200, height: 750};

/** As few colors as do: a page has flat areas, a drawing shades. */
function keep(png: string, name: string, colors: number): void {
  const out = join(folder, `${name}.png`);
  const filter = `split[a][b];[a]palettegen=max_colors=${colors}:reserve_transparent=0[p];[b][p]paletteuse=dither=none`;
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', png, '-filter_complex', filter, '-pred', 'mixed', out]);
  console.log(`${name}.png ${(statSync(out).size / 1000).toFixed(1)} kB`);
}

/** Asked again and again from outside: the page allows no code from texts. */
async function until(page: Page, condition: string): Promise<void> {
  for (const end = Date.now() + 60_000; !(await page.evaluate(condition)); await page.waitForTimeout(50))
    if (Date.now() > end) throw new Error(`this never came true: ${condition}`);
}

async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(1200);
}

const at = (page: Page, time: number) => page.evaluate(`bricard.state.time.value = ${time}`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', {name, exact: typeof name === 'string'});
const tab = (page: Page, name: string) => page.getByRole('tab', {name}).click();
const menu = (page: Page, name: string) => page.locator('summary').and(page.getByLabel(name)).click();
const pane = (page: Page, name: RegExp) => page.getByRole('region', {name});

/** Chooses columns in the list that is open. */
async function columns(page: Page, ...names: string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of names) {
    await dialog.getByRole('combobox').fill(name);
    await dialog.locator(`[role=option][data-name="${name}"]`).click();
  }
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
}

/** A model that docs/tutorial.md shows: the block that begins with its name. */
function fromTutorial(scratch: Scratch, name: string): string {
  const text = readFileSync(join(root, 'docs', 'tutorial.md'), 'utf8');
  const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((each) => each[1]!);
  const model = blocks.find((each) => each.startsWith(`# ${name}\n`));
  if (!model) throw new Error(`docs/tutorial.md has no ${name}`);
  const path = join(scratch.path, name);
  writeFileSync(path, model);
  return path;
}

interface Step {
  name: string;
  model(scratch: Scratch): string;
  dark?: boolean;
  act(page: Page): Promise<void>;
}

const steps: Step[] = [
  {
    name: 'first_model',
    model: (scratch) => fromTutorial(scratch, 'crank.bricard.yaml'),
    act: (page) => at(page, 0.15) as Promise<void>,
  },
  {
    name: 'fault',
    model: (scratch) => fromTutorial(scratch, 'linkage.bricard.yaml'),
    async act(page) {
      await tab(page, 'Text');
      await page.evaluate(`bricard.edit.type(bricard.edit.text.value.replace('angle: 180', 'position: 180'))`);
      await until(page, `!!document.querySelector(".text-faults li")`);
    },
  },
  {
    name: 'four_bar_trace',
    model: (scratch) => fromTutorial(scratch, 'linkage.bricard.yaml'),
    async act(page) {
      await button(page, /^sensors/i).click();
      await button(page, 'pen').click();
      await menu(page, 'Traces');
      await button(page, 'Trace pen').click();
      await menu(page, 'Traces');
      await at(page, 0.7);
    },
  },
  {
    name: 'doctor',
    model: (scratch) => scratch.copy('models/mechanisms/four_bar.bricard.yaml'),
    async act(page) {
      await tab(page, 'Doctor');
      await button(page, /^Show .*redundant/).click();
    },
  },
  {
    name: 'bricard_doctor',
    model: (scratch) => scratch.copy('models/mechanisms/bricard.bricard.yaml'),
    async act(page) {
      await tab(page, 'Doctor');
      await at(page, 0.4);
    },
  },
  {
    name: 'two_springs',
    model: (scratch) => scratch.copy('models/examples/quarter_car.bricard.yaml'),
    async act(page) {
      await tab(page, 'Parameters');
      await page.getByLabel('k in N/mm', {exact: true}).fill('60');
      await button(page, 'Run').click();
      await until(page, 'bricard.state.overlays.value.length === 1');
      await pane(page, /tire_load/)
        .getByRole('button', {name: 'Menu of this plot'})
        .click();
      await page.getByRole('menuitemcheckbox', {name: 'Difference of the runs'}).click();
      await at(page, 0.8);
    },
  },
  {
    name: 'moved_point',
    model: (scratch) => scratch.copy('models/mechanisms/double_wishbone.bricard.yaml'),
    async act(page) {
      await page.keyboard.press('m');
      await page.getByRole('button', {name: 'Move UBJ', exact: true}).focus();
      await page.getByLabel('z of the point').fill('345');
      await page.getByLabel('z of the point').press('Enter');
      await until(page, 'bricard.live.shown.value > 0 && !bricard.live.waiting');
      await rest(page);
    },
  },
  {
    name: 'corner',
    model: (scratch) => scratch.copy('models/mechanisms/double_wishbone.bricard.yaml'),
    async act(page) {
      await button(page, 'Add a plot').click();
      await columns(page, 'camber');
      await pane(page, /^Plot of camber$/)
        .getByRole('button', {name: 'Menu of this plot'})
        .click();
      await page.getByRole('menuitem', {name: /^Plot over/}).click();
      await columns(page, 'wheel_travel');
      await menu(page, 'Force arrows');
      await page.getByLabel('Which arrows').selectOption('all');
      await rest(page);
      await menu(page, 'Force arrows');
      await at(page, 0.5);
      await pane(page, /over wheel_travel$|^Plot of camber$/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'page_dark',
    model: (scratch) => scratch.copy('models/mechanisms/double_wishbone.bricard.yaml'),
    dark: true,
    act: (page) => at(page, 1.5) as Promise<void>,
  },
];

/** Time and view of what the gallery shows. */
const gallery: [string, ...string[]][] = [
  ['mechanisms/four_bar', '--time', '0.9'],
  ['mechanisms/bricard', '--time', '0.4'],
  ['mechanisms/double_wishbone', '--time', '0.5'],
  ['mechanisms/mcpherson_strut'],
  ['mechanisms/stewart_platform'],
  ['mechanisms/delta_robot'],
  ['mechanisms/slider_crank_spatial'],
  ['mechanisms/planetary_gear'],
  ['mechanisms/flyball_governor'],
  ['examples/andrews_squeezer'],
  ['examples/rack_and_gears'],
  ['examples/front_axle', '--view', 'right', '--time', '0.3'],
];

/** K&C sheets: the picture, the model, the heading it begins at. */
const templates = [
  'double_wishbone',
  'double_wishbone_pushrod',
  'double_wishbone_pullrod',
  'strut',
  'five_links',
  'semi_trailing_arm',
  'solid_axle_panhard',
  'solid_axle_watt',
  'twist_beam',
];
const sheets: [string, string, string][] = [
  ['kc_sheet', 'models/vehicles/front_axle', ''],
  ['kc_points', 'models/vehicles/front_axle', 'arrows'],
  ...templates.map((name): [string, string, string] => [`kc_${name}`, `library/vehicle/${name}`, 'Heave']),
];

async function takeSteps(): Promise<void> {
  const chosen = steps.filter((each) => each.name.includes(wanted));
  if (chosen.length === 0) return;
  const browser = await openBrowser();
  try {
    for (const step of chosen) {
      const scratch = new Scratch();
      const served = await Served.start(scratch.path, step.model(scratch));
      try {
        const page = await openPage(browser, served.address, {
          viewport: size,
          colorScheme: step.dark ? 'dark' : 'light',
          reducedMotion: 'reduce',
        });
        page.setDefaultTimeout(15_000);
        await until(page, '!!globalThis.bricard?.state.run.value');
        await rest(page);
        await step.act(page);
        await rest(page);
        await clear(page);
        const png = join(scratch.path, `${step.name}.png`);
        await page.screenshot({path: png});
        await page.close();
        if (page.faults.length > 0) throw new Error(page.faults.join('\n'));
        keep(png, step.name, 48);
      } finally {
        await served.stop();
        scratch.remove();
      }
    }
  } finally {
    await browser.close();
  }
}

/** Takes away what differs from run to run, and the pointer. */
async function clear(page: Page): Promise<void> {
  for (const notice = page.locator('.notice button').first(); await notice.isVisible(); ) await notice.click();
  await page.evaluate(`for (const each of document.querySelectorAll('.run-message:not(.bad)')) each.textContent = ''`);
  await page.evaluate('document.activeElement?.blur()');
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
}

function takeGallery(): void {
  const scratch = new Scratch();
  for (const [path, ...options] of gallery) {
    const name = path.split('/')[1]!;
    if (!name.includes(wanted)) continue;
    const out = join(scratch.path, `${name}.out`);
    const png = join(scratch.path, `${name}.png`);
    execFileSync(program, ['run', join(root, 'models', `${path}.bricard.yaml`), '--out', out, '--quiet']);
    execFileSync(program, ['render', out, '--out', png, '--size', '480x320', '--quiet', ...options]);
    keep(png, name, 64);
  }
  scratch.remove();
}

async function takeSheets(): Promise<void> {
  const chosen = sheets.filter(([name]) => name.includes(wanted));
  if (chosen.length === 0) return;
  const scratch = new Scratch();
  const browser = await openBrowser();
  try {
    for (const [name, model, heading] of chosen) {
      const out = join(scratch.path, name);
      execFileSync(program, ['kc', join(root, `${model}.bricard.yaml`), '--out', out, '--quiet']);
      const page = await browser.newPage({viewport: {width: 1000, height: 560}, colorScheme: 'light'});
      await page.goto(`file://${out}/kc.html`);
      if (heading !== '')
        await page.evaluate((words) => {
          const all = [...document.querySelectorAll('h2, h3, p')];
          all.find((each) => each.textContent.startsWith(words))?.scrollIntoView();
          scrollBy(0, -80);
        }, heading);
      const png = join(scratch.path, `${name}.png`);
      await page.screenshot({path: png});
      await page.close();
      keep(png, name, 32);
    }
  } finally {
    await browser.close();
    scratch.remove();
  }
}

mkdirSync(folder, {recursive: true});
await takeSteps();
await takeSheets();
takeGallery();
