// node dev/gallery.mjs OUT.png light|dark SCENE.json...   Draws scenes (a Scene, {scene, frame}, or a report's data) to one picture.
// Options after `--`: a JSON object that is merged into the order of gallery.ts.
import {readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildSync} from 'esbuild';
import {chromium} from 'playwright-core';

const args = process.argv.slice(2);
const cut = args.indexOf('--');
const more = cut < 0 ? {} : JSON.parse(args[cut + 1]);
const [out, theme, ...files] = cut < 0 ? args : args.slice(0, cut);
const scenes = files.flatMap((file) => {
  const data = JSON.parse(readFileSync(file, 'utf8'));
  if (data.runs) return Object.values(data.runs).flatMap((run) => (run.scene ? [{scene: run.scene}] : []));
  return [data.scene ? data : {scene: data}];
});
const columns = more.columns ?? Math.ceil(Math.sqrt(scenes.length));
const bundle = join(tmpdir(), `gallery-${process.pid}.js`);
buildSync({entryPoints: [new URL('gallery.ts', import.meta.url).pathname], outfile: bundle, bundle: true, format: 'iife'});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
});
try {
  const order = {scenes, theme, columns, cell: [460, 340], ...more};
  const rows = Math.ceil(scenes.length / columns);
  const page = await browser.newPage({viewport: {width: order.cell[0] * columns, height: order.cell[1] * rows}});
  page.on('console', (message) => console.log(message.text()));
  page.on('pageerror', (error) => console.log(String(error)));
  await page.setContent('<!doctype html><body></body>');
  await page.addScriptTag({path: bundle});
  console.log(await page.evaluate((given) => globalThis.gallery(given), order));
  await page.screenshot({path: out});
} finally {
  await browser.close();
  rmSync(bundle);
}
