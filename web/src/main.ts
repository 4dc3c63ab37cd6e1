// The page starts here: with the data of a report, or those of the program's server.
import './style.css';
import {App} from './app.ts';
import {type ReportData, ReportSource} from './data/report_source.ts';
import {ServerSource} from './data/server_source.ts';
import {h} from './parts/dom.ts';
import {PageState} from './state.ts';
import {followTheme} from './theme.ts';
import {renderPictures} from './view3d/render_mode.ts';

async function start(host: HTMLElement): Promise<void> {
  const report: ReportData | null = JSON.parse(document.getElementById('bricard-report')?.textContent ?? 'null');
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const source = report ? new ReportSource(report) : new ServerSource(token);
  const state = new PageState(source, await source.project());
  if (report?.render) {
    await renderPictures(report.render, state);
    return;
  }
  followTheme(state);
  const app = new App(host, state);
  Object.assign(globalThis, {
    bricard: {state, view: app.view, player: app.player, plots: app.plots, edit: app.edit, live: app.live},
  });
  try {
    await app.restore();
  } catch (trouble) {
    state.tell((trouble as Error).message, 'error');
  }
}

const host = document.getElementById('app')!;
start(host).catch((trouble: Error) => {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  host.replaceChildren(
    h(
      'main',
      {class: 'cannot-start', role: 'alert'},
      h('h1', {}, 'This page cannot be shown'),
      h('p', {}, trouble.message),
      h('p', {}, 'Open the address that `bricard view` prints, with its token, while the program runs.'),
      h('button', {type: 'button', class: 'button primary', onclick: () => location.reload()}, 'Try again'),
    ),
  );
});
