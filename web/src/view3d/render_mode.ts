// Pictures for `bricard render`: the page shows the bare view in the ordered size, and hands every picture to the program.

import type {RenderOrder} from '../data/report_source.ts';
import {h} from '../parts/dom.ts';
import {Player} from '../player/player.ts';
import type {PageState} from '../state.ts';
import {MechanismView} from './mechanism_view.ts';
import {loadModes} from './motion/modes.ts';

/** Draws the pictures of an order and ends with done or the error; main.ts calls this instead of building the page. */
export async function renderPictures(order: RenderOrder, state: PageState): Promise<void> {
  try {
    await drawAll(order, state);
    await put(`${order.post}&done=1`, '');
  } catch (trouble) {
    await put(`${order.post}&error=1`, (trouble as Error).message || String(trouble)).catch(() => {});
  }
}

async function drawAll(order: RenderOrder, state: PageState): Promise<void> {
  const run = state.project.value.runs[0];
  if (!run) throw new Error('there is no run to draw');
  document.documentElement.dataset.theme = order.theme;
  state.theme.value = order.theme;
  await state.show(run.id);
  const loaded = state.run.value;
  if (!loaded?.scene) throw new Error('the results have no model to draw');

  const host = h('div', {class: 'view3d-bare', style: `width: ${order.width}px; height: ${order.height}px`});
  document.body.replaceChildren(host);
  const player = new Player(state);
  const view = new MechanismView(host, state, player, {bare: true, pixelRatio: 1});
  await Promise.all([player.ready, view.ready]);
  await view.settled();
  if (!view.picture()) throw new Error('the browser has no WebGL');
  if (order.mode > 0) {
    const modes = await loadModes(state, loaded);
    const mode = modes[order.mode - 1];
    if (!mode) throw new Error(modes.length > 0 ? `there are only ${modes.length} modes` : 'the results have no modes');
    player.mode.value = mode;
  }
  if (loaded.scene.dimension === 2) view.setParallel(order.view === 'plane');
  view.view(order.view);

  const take = order.raw ? rawPictures(view, loaded.scene.name, order) : pngPictures(view, loaded.scene.name, order);
  // The next picture is drawn while one is taken away.
  let taken: Promise<void> = Promise.resolve();
  for (const [n, time] of order.times.entries()) {
    if (order.mode > 0) player.phase.value = time;
    else state.time.value = time;
    const picture = await take();
    await taken;
    taken = put(`${order.post}&n=${n}`, picture);
    taken.catch(() => {});
  }
  await taken;
}

type Take = () => Promise<Blob | Uint8Array<ArrayBuffer>>;

function penOf(width: number, height: number): {sheet: HTMLCanvasElement; pen: CanvasRenderingContext2D} {
  const sheet = h('canvas', {width, height});
  const pen = sheet.getContext('2d', {willReadFrequently: true});
  if (!pen) throw new Error('the browser has no canvas');
  return {sheet, pen};
}

function pngPictures(view: MechanismView, name: string, order: RenderOrder): Take {
  const {sheet, pen} = penOf(order.width, order.height);
  return async () => {
    pen.drawImage(view.picture()!, 0, 0, order.width, order.height);
    sign(pen, name, order);
    const picture = await new Promise<Blob | null>((resolve) => {
      sheet.toBlob(resolve, 'image/png');
    });
    if (!picture) throw new Error('the browser could not make a PNG');
    return picture;
  };
}

/** The pixels as the graphics card has them; the name is laid over them. */
function rawPictures(view: MechanismView, name: string, order: RenderOrder): Take {
  const {width, height} = order;
  const {pen} = penOf(width, height);
  sign(pen, name, order);
  const words = pen.getImageData(0, 0, width, height).data;
  const inked: number[] = [];
  for (let i = 3; i < words.length; i += 4) if (words[i]! > 0) inked.push(i - 3);
  return async () => {
    const pixels = new Uint8Array(4 * width * height);
    view.pixels(pixels, width, height);
    for (const at of inked) {
      const row = Math.floor(at / 4 / width);
      const to = at + 4 * width * (height - 1 - 2 * row);
      const part = words[at + 3]! / 255;
      for (let k = 0; k < 3; ++k) pixels[to + k] = Math.round(part * words[at + k]! + (1 - part) * pixels[to + k]!);
    }
    return pixels;
  };
}

// The model's name, small, in a corner.
function sign(pen: CanvasRenderingContext2D, name: string, order: RenderOrder): void {
  const size = Math.max(11, Math.round(order.height / 48));
  pen.font = `${size}px system-ui, sans-serif`;
  pen.textBaseline = 'bottom';
  pen.fillStyle = order.theme === 'dark' ? '#9ea9b9' : '#566072';
  pen.fillText(name, size, order.height - 0.7 * size, order.width - 2 * size);
}

async function put(address: string, body: Blob | Uint8Array<ArrayBuffer> | string): Promise<void> {
  const answer = await fetch(address, {method: 'PUT', body});
  if (!answer.ok) throw new Error(`the program refused a picture: ${answer.status} ${await answer.text()}`);
}
