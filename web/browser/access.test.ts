// Everything can be reached and read: names, the order of Tab, tabs by arrows, focus that is seen, contrast, a narrow window.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {loaded, look, openBrowser, openPage, Scratch, Served, until, visit} from './browser.ts';

let browser: Browser;
const scratch = new Scratch();
before(async () => {
  browser = await openBrowser();
  scratch.copy('models/mechanisms/four_bar.bricard.yaml');
  scratch.copy('models/mechanisms/mass_spring_damper.bricard.yaml');
});
after(async () => {
  await browser.close();
  scratch.remove();
});

const tabs = ['Model', 'Doctor', 'Certificate', 'Parameters', 'Text'];

/** Elements that can be used and have no name; the name as browsers compute it for the simple cases that occur here. */
const nameless = (page: Page) =>
  page.evaluate(() => {
    const used = 'button, a[href], input, select, textarea, summary, [tabindex="0"], [role=slider], [role=tab]';
    const out: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(used)) {
      if (!element.checkVisibility()) continue;
      const described = (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join('');
      const labels = [...((element as HTMLInputElement).labels ?? [])].map((each) => each.textContent).join('');
      const own = element.matches('input, select, textarea, canvas') ? '' : element.textContent;
      const name = element.getAttribute('aria-label') || described || labels || own || element.title;
      if (!name?.trim()) out.push(element.outerHTML.slice(0, 200));
    }
    return out;
  });

/** Elements that reach beyond the window and cannot be scrolled to. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('button, a[href], input, select, textarea, summary, output, h1, h2, h3, p')]
      .filter((each) => each.checkVisibility({visibilityProperty: true}) && !scrolls(each.parentElement))
      .filter((each) => !each.closest('.visually-hidden, .skip-links'))
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
      .map((each) => each.outerHTML.slice(0, 120));
  });

/** Texts with less contrast than 4.5 : 1 to what is behind them (WCAG 2, relative luminance of sRGB). */
const faint = (page: Page) =>
  page.evaluate(() => {
    const parse = (color: string) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const context = canvas.getContext('2d', {willReadFrequently: true})!;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      return [r! / 255, g! / 255, b! / 255, a! / 255];
    };
    const known = new Map<string, number[]>();
    const rgba = (color: string) => {
      if (!known.has(color)) known.set(color, parse(color));
      return known.get(color)!;
    };
    const over = (top: number[], below: number[]) =>
      [0, 1, 2].map((i) => top[i]! * top[3]! + below[i]! * (1 - top[3]!)).concat(1);
    const luminance = (color: number[]) => {
      const [r, g, b] = color.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const behind = (element: Element): number[] => {
      const layers: number[][] = [];
      for (let each: Element | null = element; each; each = each.parentElement) {
        const color = rgba(getComputedStyle(each).backgroundColor);
        if (color[3]! > 0) layers.push(color);
        if (color[3] === 1) break;
      }
      return layers.reverse().reduce((below, top) => over(top, below), [1, 1, 1, 1]);
    };
    const out = new Set<string>();
    let count = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!node.textContent?.trim() || !element.checkVisibility({visibilityProperty: true, opacityProperty: true}))
        continue;
      if (element.closest('script, style, :disabled, [aria-disabled=true], .visually-hidden, option')) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      ++count;
      const style = getComputedStyle(element);
      const below = behind(element);
      const text = over(rgba(style.color), below);
      const [a, b] = [luminance(text), luminance(below)].sort((x, y) => y - x);
      const contrast = (a! + 0.05) / (b! + 0.05);
      if (contrast < 4.5)
        out.add(
          `${contrast.toFixed(2)} ${element.tagName}.${element.className}: ${node.textContent.trim().slice(0, 40)} (${style.color})`,
        );
    }
    return {faint: [...out], count};
  });

test('everything has a name and enough contrast, in both themes and all panels', () =>
  visit(browser, scratch.path, ['four_bar.bricard.yaml'], async (page) => {
    for (const theme of ['light', 'dark']) {
      if ((await look(page, ({state}) => state.theme.value)) !== theme)
        await page.getByRole('button', {name: theme === 'dark' ? 'Dark theme' : 'Light theme'}).click();
      assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
      for (const tab of tabs) {
        await page.getByRole('tab', {name: tab}).click();
        if (tab === 'Model')
          await page
            .locator('[data-key="joints/pin"] > .tree-row[aria-expanded=false]')
            .click({timeout: 1000})
            .catch(() => {});
        if (tab === 'Text')
          await page.getByLabel('Text of the model').fill(`${scratch.read('four_bar.bricard.yaml')}fault: 1\n`);
        if (tab === 'Text') await until('a fault', async () => (await page.locator('.text-fault').count()) > 0);
        const found = await faint(page);
        assert.ok(found.count > 30, `${found.count} texts`);
        assert.deepEqual(found.faint, [], `${theme}, ${tab}`);
        if (theme === 'light') assert.deepEqual(await nameless(page), [], tab);
      }
    }
    await page.locator('.view3d-menu summary').first().click();
    await page.getByRole('button', {name: 'Keys and mouse'}).click();
    assert.deepEqual([await nameless(page), (await faint(page)).faint], [[], []]);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
  }));

test('Tab reaches everything in the order of the page and shows where it is; arrows go from tab to tab', () =>
  visit(browser, scratch.path, ['mass_spring_damper.bricard.yaml'], async (page) => {
    await page.getByRole('tab', {name: 'Parameters'}).click();
    const wanted = await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      const used = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
      const all = [...document.querySelectorAll<HTMLElement>(used)].filter(
        (each) =>
          each.tabIndex >= 0 &&
          !(each as HTMLButtonElement).disabled &&
          each.checkVisibility({visibilityProperty: true}),
      );
      all.forEach((each, i) => {
        each.dataset.place = String(i);
        each.dataset.plain = getComputedStyle(each).backgroundColor;
      });
      all[0]?.focus();
      return all.length;
    });
    assert.ok(wanted > 30, `${wanted}`);
    const order = [0];
    const unseen: string[] = [];
    for (let i = 1; i < wanted; ++i) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const style = getComputedStyle(element);
        const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
        const box = element.getBoundingClientRect();
        return {
          place: element.dataset.place,
          seen: (ring || style.backgroundColor !== element.dataset.plain) && box.width > 0 && box.height > 0,
          html: element.outerHTML.slice(0, 120),
        };
      });
      if (here.place === undefined) break;
      order.push(Number(here.place));
      if (!here.seen) unseen.push(here.html);
    }
    assert.deepEqual(unseen, []);
    const sorted = [...new Set(order)].sort((a, b) => a - b);
    assert.equal(
      sorted.length,
      wanted,
      `not reached: ${Array.from({length: wanted}, (_, i) => i).filter((i) => !sorted.includes(i))}`,
    );
    assert.deepEqual(order, sorted, 'the order of Tab is the order of the page');

    await page.getByRole('tab', {name: 'Parameters'}).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab', {name: 'Text'}).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab', {name: 'Model'}).getAttribute('aria-selected'), 'true');
    assert.equal(await page.locator('#panel-model').isVisible(), true);
    await page.keyboard.press('End');
    assert.equal(await page.locator('#panel-text').isVisible(), true);
    // The editor lets go of Tab after Escape.
    await page.getByLabel('Text of the model').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await page.getByLabel('Text of the model').evaluate((each) => each === document.activeElement), false);
  }));

test('a window of 360 pixels shows everything without scrolling sideways', async () => {
  const served = await Served.start(scratch.path, 'four_bar.bricard.yaml');
  const page = await openPage(browser, served.address, {viewport: {width: 360, height: 740}});
  try {
    await loaded(page);
    for (const tab of tabs) {
      await page.getByRole('tab', {name: tab}).click();
      const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${tab}: ${wide} pixels beyond the window`);
      assert.deepEqual(await cutOff(page), [], tab);
    }
    for (const part of ['.view3d canvas', '.player-slider', '.plot-pane', '.tabs', '.header']) {
      const box = (await page.locator(part).first().boundingBox())!;
      assert.ok(box.width > 100 && box.x >= -1 && box.x + box.width <= 361, `${part}: ${JSON.stringify(box)}`);
    }
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await served.stop();
  }
});
