// For the tests: a headless Chromium, and the program serving a page or writing a report as a user would have it.
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type Browser, chromium, type Page} from 'playwright-core';

export const program = process.env.BRICARD_PROGRAM ?? 'build/bin/bricard';
/** The root of the source tree; tests are run from web/. */
export const root = fileURLToPath(new URL('..', `file://${process.cwd()}/`));

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.BRICARD_BROWSER ?? '/usr/bin/chromium',
    args: [
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
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
  /** Runs the program here. */
  run(...words: string[]): string {
    return execFileSync(program, words, {cwd: this.path, encoding: 'utf8'});
  }
  remove(): void {
    rmSync(this.path, {recursive: true, force: true});
  }
}

/** `bricard view` with these arguments. */
export class Served {
  private constructor(
    readonly process: ChildProcess,
    readonly address: string,
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
    return new Served(child, address);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGINT');
    await ended;
  }
}

/** A page that fails the test with everything that went wrong in it. */
export async function openPage(
  browser: Browser,
  address: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<Page & {faults: string[]}> {
  const page = await browser.newPage({viewport: {width: 1400, height: 900}, ...options});
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  // Nothing may be fetched from outside.
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|file:|data:|blob:)/.test(request.url())) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  return Object.assign(page, {faults});
}
