// What other pages in the same browser can do to the page and its server: nothing.
import assert from 'node:assert/strict';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, test} from 'node:test';
import type {Browser} from 'playwright-core';
import {loaded, look, openBrowser, openPage, Scratch, Served} from './browser.ts';

let browser: Browser;
let served: Served;
let other: Server;
let foreign = '';
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
  served = await Served.start(scratch.path, 'mass_spring_damper.bricard.yaml');
  other = createServer((_, answer) =>
    answer.setHeader('Content-Type', 'text/html').end('<title>other</title><p>other'),
  );
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
});
after(async () => {
  await browser.close();
  await served.stop();
  other.closeAllConnections();
  other.close();
  scratch.remove();
});

test('a page of another place cannot read, change or frame, not even with the token', async () => {
  const page = await browser.newPage();
  await page.goto(foreign);
  const home = new URL(served.address).origin;
  const tried = await page.evaluate(
    async ({home, token, address}) => {
      const ask = async (path: string, options: RequestInit) => {
        try {
          const answer = await fetch(`${home}${path}`, options);
          return `${answer.type} ${answer.status} ${(await answer.text()).length}`;
        } catch (trouble) {
          return String(trouble);
        }
      };
      const plain = await ask('/api/project', {});
      const withToken = await ask('/api/project', {headers: {'X-Bricard-Token': token}});
      const opaque = await ask('/api/project', {mode: 'no-cors'});
      const thePage = await ask(`/?token=${token}`, {mode: 'no-cors'});
      const write = await ask('/api/memory', {
        method: 'PUT',
        headers: {'X-Bricard-Token': token},
        body: '{"tab":"doctor"}',
      });
      const frame = document.createElement('iframe');
      const settled = new Promise((done) => frame.addEventListener('load', done));
      frame.src = address;
      document.body.append(frame);
      await settled;
      return {plain, withToken, opaque, thePage, write};
    },
    {home, token: served.token, address: served.address},
  );
  for (const [name, answer] of Object.entries(tried)) assert.match(answer, /TypeError|^opaque 0 0$/, name);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  assert.equal((await frame?.locator('#app').count()) ?? 0, 0, 'the page has let itself be framed');
  const project = await (await served.ask('/api/project')).json();
  assert.equal(project.memory.tab, undefined);
  await page.close();
});

test('without the token there is no page, and texts do not become programs', async () => {
  const page = await browser.newPage();
  for (const address of ['/', '/?token=', `/?token=${'0'.repeat(32)}`, `/?token=${served.token}0`]) {
    const answer = await page.goto(new URL(address, served.address).href);
    assert.equal(answer?.status(), 403, address);
    assert.equal(await page.locator('#app').count(), 0);
  }
  for (const headers of [
    {Host: 'evil.example'},
    {Origin: 'http://evil.example'},
    {'Sec-Fetch-Site': 'cross-site'},
    {'X-Bricard-Token': 'wrong'},
  ] as Record<string, string>[]) {
    const status = await raw(headers);
    assert.equal(status, 403, JSON.stringify(headers));
  }
  await page.close();

  const mine = await openPage(browser, served.address);
  await loaded(mine);
  // In a task of the page's own: what a test runs itself is allowed everything.
  const tried = await look(
    mine,
    () =>
      new Promise<number>((done) => {
        setTimeout(() => {
          const script = document.createElement('script');
          script.textContent = 'globalThis.broken = 1';
          document.body.append(script);
          try {
            new Function('globalThis.broken = 2')();
          } catch {
            // as it should be
          }
          done((globalThis as {broken?: number}).broken ?? 0);
        });
      }),
  );
  assert.equal(tried, 0);
  assert.ok(mine.faults.some((each) => /Content Security Policy/.test(each)));
  await mine.close();
});

/** Asks for /api/project with headers that fetch would not let through. */
async function raw(headers: Record<string, string>): Promise<number> {
  const {request} = await import('node:http');
  const all = {'X-Bricard-Token': served.token, ...headers};
  return new Promise((resolve, reject) => {
    const asked = request(new URL('/api/project', served.address), {headers: all}, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}
