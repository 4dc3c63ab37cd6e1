// For the tests: a headless Chromium, and the program serving a page or writing a report as a user would have it.
import assert from 'node:assert/strict';
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {type Browser, chromium, type Page} from 'playwright-core';
import type {LiveRun} from '../src/editor/live_run.ts';
import type {ModelEdit} from '../src/editor/model_edit.ts';
import type {Player} from '../src/player/player.ts';
import type {PlotPanel} from '../src/plots/plot_panel.ts';
import type {PageState} from '../src/state.ts';
import type {MechanismView} from '../src/view3d/mechanism_view.ts';

export const program = process.env.BRICARD_PROGRAM ?? 'build/bin/bricard';
/** The root of the source tree; tests are run from web/. */
export const root = fileURLToPath(new URL('..', `file://${process.cwd()}/`));
/** Larger models and tables, where time does not matter. */
export const long = process.env.BRICARD_LONG !== undefined;

/** As on a machine without a graphics card. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.BRICARD_BROWSER ?? '/usr/bin/chromium',
    args: [
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** Asks again and again until the answer is neither false nor empty; an error that remains is told. */
export async function until<T>(what: string, ask: () => Promise<T> | T, seconds = 30): Promise<NonNullable<T>> {
  const end = performance.now() + 1000 * seconds;
  let trouble: unknown = null;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      trouble = null;
    } catch (error) {
      trouble = error;
    }
    if (performance.now() > end) throw new Error(`after ${seconds} s not yet: ${what}${trouble ? `; ${trouble}` : ''}`);
    await sleep(30);
  }
}

/** A folder that is removed by `remove`. */
export class Scratch {
  readonly path = mkdtempSync(join(tmpdir(), 'bricard-browser-'));
  /** Copies a model of the tree here. */
  copy(model: string): string {
    const to = join(this.path, model.split('/').pop() as string);
    cpSync(join(root, model), to);
    return to;
  }
  write(name: string, text: string): string {
    const path = join(this.path, name);
    writeFileSync(path, text);
    return path;
  }
  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }
  table(folder: string): Results {
    return new Results(this.read(join(folder, 'results.csv')));
  }
  /** Runs the program here. */
  run(...words: string[]): string {
    return execFileSync(program, words, {cwd: this.path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
  }
  remove(): void {
    rmSync(this.path, {recursive: true, force: true});
  }
}

/** A table as the program wrote it, read without the page's own reader. */
export class Results {
  readonly names: string[];
  readonly rows: number[][];
  constructor(text: string) {
    const [head = '', ...lines] = text.trimEnd().split('\n');
    this.names = head.split(',');
    this.rows = lines.map((line) => line.split(',').map(Number));
  }
  column(name: string): number[] {
    const at = this.names.indexOf(name);
    if (at < 0) throw new Error(`no column ${name}`);
    return this.rows.map((row) => row[at]!);
  }
  at(row: number, name: string): number {
    return this.rows.at(row)![this.names.indexOf(name)]!;
  }
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const {port} = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** `bricard view` with these arguments. */
export class Served {
  private constructor(
    readonly process: ChildProcess,
    readonly address: string,
    private readonly folder: string,
    private readonly words: string[],
  ) {}

  static async start(folder: string, ...words: string[]): Promise<Served> {
    const child = spawn(program, ['view', '--no-browser', ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (piece: Buffer) => {
        text += piece.toString();
        const found = text.match(/http:\/\/\S+/);
        if (found) resolve(found[0]);
      });
      child.on('exit', (code) => reject(new Error(`bricard view ended with ${code}: ${text}`)));
      setTimeout(() => reject(new Error(`bricard view printed no address: ${text}`)), 20000).unref();
    });
    return new Served(child, address, folder, words);
  }

  get port(): string {
    return new URL(this.address).port;
  }
  get token(): string {
    return new URL(this.address).searchParams.get('token')!;
  }

  /** Asks as the page does. */
  ask(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.address), {
      ...options,
      headers: {'X-Bricard-Token': this.token, ...options.headers},
    });
  }

  /** Ends it, by Ctrl-C or as if the machine had lost its power. */
  async stop(how: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(how);
    await ended;
  }

  /** The same again at the same port, once this one has ended. */
  again(): Promise<Served> {
    const words = this.words.includes('--port') ? this.words : ['--port', this.port, ...this.words];
    return Served.start(this.folder, ...words);
  }
}

/** The page's own objects, as main.ts gives them to tests. */
export interface Inside {
  state: PageState;
  view: MechanismView;
  player: Player;
  plots: PlotPanel;
  edit: ModelEdit | null;
  live: LiveRun | null;
}

/** A page with everything that went wrong in it. */
export type Open = Page & {faults: string[]};

export async function openPage(
  browser: Browser,
  address: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<Open> {
  const page = await browser.newPage({viewport: {width: 1280, height: 720}, ...options});
  const faults: string[] = [];
  page.setDefaultTimeout(15000);
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  // Nothing may be fetched from outside.
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|file:|data:|blob:)/.test(request.url())) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  return Object.assign(page, {faults});
}

/** What a function says of the page's objects. It is a function and no text: the page forbids texts that become programs. */
export async function look<T, A = undefined>(
  page: Page,
  ask: (bricard: Inside, argument: A) => T | Promise<T>,
  argument?: A,
): Promise<T> {
  const inside = await page.evaluateHandle(() => (globalThis as unknown as {bricard: Inside}).bricard);
  try {
    return (await inside.evaluate(ask as never, argument as never)) as T;
  } finally {
    await inside.dispose();
  }
}

/** When a run is on show, drawn, and its plots have their data. */
export async function loaded(page: Page, seconds = 30): Promise<void> {
  await until('a run is on show', () => look(page, (bricard) => !!bricard?.state.run.value), seconds);
  await look(page, async (bricard) => {
    await bricard.player.ready;
    await bricard.view.settled();
  });
  await drawn(page, seconds);
}

/** When all plots have their data. */
export async function drawn(page: Page, seconds = 20): Promise<void> {
  await until('plots are loaded', async () => (await page.locator('.plot-pane[aria-busy]').count()) === 0, seconds);
}

/** A visit to the page of models and results: it is ready before `body` has it, and nothing may have gone wrong in it afterwards. */
export async function visit(
  browser: Browser,
  folder: string,
  words: string[],
  body: (page: Open, served: Served) => Promise<void>,
): Promise<void> {
  const served = await Served.start(folder, ...words);
  let page: Open | null = null;
  try {
    page = await openPage(browser, served.address);
    await loaded(page);
    await body(page, served);
    assert.deepEqual(page.faults, []);
  } finally {
    await page?.close();
    await served.stop();
  }
}

/** Where a point in space is on the screen. */
export async function screenOf(page: Page, point: number[]): Promise<{x: number; y: number}> {
  return look(
    page,
    ({view}, point) => {
      const {canvas, rig} = view['stage']!;
      const box = canvas.getBoundingClientRect();
      const seen = rig.camera.position.clone().fromArray(point).project(rig.camera);
      return {x: box.left + (0.5 + seen.x / 2) * box.width, y: box.top + (0.5 - seen.y / 2) * box.height};
    },
    point,
  );
}

/** Goes to a time, when the picture of it is there and rests. */
export async function goTo(page: Page, time: number): Promise<void> {
  await look(
    page,
    async ({state, view}, time) => {
      state.time.value = time;
      for (let i = 0; i < 2; ++i) await new Promise((done) => requestAnimationFrame(done));
      while (view['stage']?.['rough']) await new Promise((done) => setTimeout(done, 20));
    },
    time,
  );
}

export const timeOf = (page: Page): Promise<number> => look(page, ({state}) => state.time.value);

/** Shows the run of a name. */
export async function choose(page: Page, run: string): Promise<void> {
  await page.getByLabel('Run', {exact: true}).selectOption({label: run});
  await until(`${run} is on show`, () => look(page, ({state}, run) => state.run.value?.info.name === run, run));
  await loaded(page);
}

/** Says how far apart two numbers are where they are too far. */
export function near(value: number | undefined, wanted: number | undefined, most = 1e-9): void {
  assert.ok(Math.abs(value! - wanted!) <= most, `${value} is not ${wanted}, within ${most}`);
}

export function nearAll(values: ArrayLike<number>, wanted: ArrayLike<number>, most = 1e-9): void {
  assert.equal(values.length, wanted.length);
  for (let i = 0; i < wanted.length; ++i) near(values[i], wanted[i], most);
}
