// How fast the page is. Run by itself (test.mjs): others would take its time.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {look, openBrowser, Scratch, until, visit} from './browser.ts';
import {chain} from './models.ts';
import {presented} from './presented.ts';

let browser: Browser;
const scratch = new Scratch();
const corner = 'double_wishbone.bricard.yaml';
before(async () => {
  browser = await openBrowser();
  scratch.copy(`models/mechanisms/${corner}`);
  scratch.write('chain.bricard.yaml', chain(100, 'analysis: {type: dynamics, duration: 2, output_step: 20 ms}'));
  scratch.run('run', 'chain.bricard.yaml', '--out', 'results', '--quiet');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

test('a hundred bodies: the median of script time for a picture is below 8 ms', (t) =>
  visit(browser, scratch.path, ['results'], async (page) => {
    assert.equal(await look(page, ({state}) => state.scene.value?.bodies.length), 100);
    // A small picture: the time of the software that stands in for the graphics card is not the script's.
    await page.setViewportSize({width: 700, height: 500});
    const times = await look(page, async ({player, view}) => {
      const before = view.frameTimes().length;
      player.playing.value = true;
      const start = performance.now();
      // Software draws five pictures in a second or fewer.
      while (
        performance.now() - start < 2000 ||
        (view.frameTimes().length < before + 12 && performance.now() - start < 15000)
      )
        await new Promise((done) => setTimeout(done, 50));
      player.playing.value = false;
      return view.frameTimes().slice(before);
    });
    assert.ok(times.length >= 12, `${times.length} pictures in 15 s`);
    // The first ones compile what later ones use.
    const sorted = times.slice(3).sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1]!;
    t.diagnostic(`${sorted.length} pictures, median ${median.toFixed(2)} ms, largest ${sorted.at(-1)!.toFixed(2)} ms`);
    assert.ok(median < 8, `${median} ms`);
  }));

interface Waited {
  /** From the event until there is something to draw, and until it is drawn; milliseconds. */
  answered: number;
  drawn: number;
}

/** Takes the grip at a place by a few pixels, and waits until mechanism and plots are drawn as the answer has them; marks this moment. */
async function moveTo(page: Page, mark: string, x: number, y: number): Promise<Waited> {
  // It listens before the hand moves.
  const waiting = await page.evaluateHandle(() => ({done: null as Promise<Waited> | null}));
  await look(
    page,
    ({live, view, plots}, {waiting, mark}) => {
      waiting.done = new Promise<Waited>((done, fail) => {
        setTimeout(() => fail(new Error(`no answer in 20 s; ${live!.trouble.value}`)), 20_000);
        let start = 0;
        addEventListener('pointermove', (event) => (start = event.timeStamp), {once: true, capture: true});
        const stop = live!.shown.listen(async () => {
          if (start === 0) return;
          stop();
          await view.ready;
          const answered = performance.now() - start;
          const busy = () => plots.panes.some((each) => each.root.hasAttribute('aria-busy'));
          const drawn = () => {
            if (busy()) return view['stage']!.afterNext(drawn);
            performance.mark(mark);
            done({answered, drawn: performance.now() - start});
          };
          view['stage']!.afterNext(drawn);
        });
      });
    },
    {waiting: waiting as unknown as {done: Promise<Waited> | null}, mark},
  );
  await page.mouse.move(x, y);
  const waited = await waiting.evaluate((each) => each.done!);
  await waiting.dispose();
  return waited;
}

function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** How many times longer than alone something takes at this moment, because other programs use the same cores. */
function crowding(): number {
  const start = performance.now();
  const before = process.cpuUsage();
  for (;;) {
    const {user, system} = process.cpuUsage(before);
    if (user + system > 100_000) return Math.max(1, (1000 * (performance.now() - start)) / (user + system));
  }
}

// From the time that the event bears until the frame that has mechanism and curves was on the screen. Alone on two cores 70 to 85 ms;
// where other programs take the cores the limit grows with what they take, and there are two more tries.
for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  test(`twenty moves, ${width} x ${height}: from the event to the picture on the screen takes less than 250 ms`, (t) =>
    visit(browser, scratch.path, [corner], async (page) => {
      await page.setViewportSize({width, height});
      await page.keyboard.press('m');
      await page.waitForTimeout(500);
      const box = (await page.getByRole('button', {name: 'Move UBJ', exact: true}).boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const mark = 'drawn as answered';
      let median = Number.POSITIVE_INFINITY;
      let most = 250;
      for (let attempt = 0; attempt < 3 && median >= most; ++attempt) {
        const crowded = crowding();
        await page.mouse.move(x, y);
        await page.mouse.down();
        const move = (i: number) => moveTo(page, mark, x + 3 * ((i % 8) + 1), y - 2 * ((i % 5) + 1));
        // The first ones compile what later ones use.
        for (let i = 0; i < 4; ++i) await move(i);
        const waited: Waited[] = [];
        const later = await presented(browser, page, mark, async () => {
          for (let i = 4; i < 24; ++i) waited.push(await move(i));
        });
        await page.mouse.up();
        await page.keyboard.press('Control+z');
        await until('the hand is answered', () => look(page, ({live}) => !live!.waiting));
        assert.equal(later.length, 20);
        const pictures = waited.map((each, i) => each.drawn + later[i]!);
        median = medianOf(pictures);
        most = 250 * Math.min(crowded, crowding());
        const [quickest, slowest] = [Math.min(...pictures), Math.max(...pictures)];
        const answer = medianOf(waited.map((each) => each.answered));
        t.diagnostic(
          `event to picture: median ${median.toFixed(0)} ms, ${quickest.toFixed(0)} to ${slowest.toFixed(0)} ms, of which ${answer.toFixed(0)} ms until there is something to draw; limit ${most.toFixed(0)} ms`,
        );
      }
      assert.ok(median < most, `${median} ms, where ${most} ms are allowed`);
    }));
