// The page of a study: what it concludes, parallel coordinates, scatter matrix, the table of its runs; picking one opens its run.
import '../style.css';
import './study.css';
import {chartsOf} from './charts.ts';
import {ParallelCoordinates} from './parallel.ts';
import {RunTable} from './run_table.ts';
import {ScatterMatrix} from './scatter.ts';
import {Selection} from './selection.ts';
import {commandOf, load, type Server, type StudyData, shown} from './study_data.ts';

function make<K extends keyof HTMLElementTagNameMap>(tag: K, name = '', text = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

function section(title: string, ...content: HTMLElement[]): HTMLElement {
  const element = make('section');
  element.append(make('h2', '', title), ...content);
  return element;
}

/** What is said of the picked run, and what can be done with it. */
function detail(data: StudyData, server: Server | null, row: number): HTMLElement[] {
  const list = make('dl');
  for (const column of data.columns)
    list.append(make('dt', '', column.name), make('dd', '', `${shown(column, column.values[row]!)} ${column.unit}`));
  const reason = data.reasons[Math.abs(data.reason[row]!) - 1];
  const parts: HTMLElement[] = [
    make('h2', '', `Run ${data.task[row]}${data.step[row] ? `, step ${data.step[row]}` : ''}`),
    list,
  ];
  if (reason) parts.push(make('p', data.reason[row]! < 0 ? 'bad' : 'soft', reason));
  const command = make('code', 'command', commandOf(data, row));
  const copy = make('button', '', 'Copy the command');
  copy.addEventListener('click', () => void navigator.clipboard.writeText(command.textContent ?? ''));
  parts.push(command, copy);
  if (server) {
    const open = make('button', 'open', 'Open this run');
    const said = make('p', 'soft');
    open.addEventListener('click', async () => {
      open.disabled = true;
      said.textContent = 'It is being run …';
      // At once, while the click still counts: later browsers would not open it.
      const opened = window.open('', '_blank');
      try {
        const address = await server.open({task: data.task[row]!, step: data.step[row]!});
        said.textContent = '';
        const link = make('a', '', 'the page of this run');
        link.href = address;
        link.target = '_blank';
        said.append(link);
        if (opened) opened.location.href = address;
      } catch (error) {
        opened?.close();
        said.textContent = error instanceof Error ? error.message : String(error);
      }
      open.disabled = false;
    });
    parts.push(open, said);
  }
  return parts;
}

function build(data: StudyData, server: Server | null): void {
  document.title = data.name;
  const selection = new Selection(data);
  const parallel = new ParallelCoordinates(selection);
  const matrix = new ScatterMatrix(selection);
  const told = make('aside', 'detail', 'Pick a run: in the table, or in a chart.');
  const picks: {picked: number | null; draw(): void}[] = [parallel, matrix];
  const pick = (row: number) => {
    for (const each of picks) {
      each.picked = row;
      each.draw();
    }
    told.replaceChildren(...detail(data, server, row));
  };
  const table = new RunTable(selection, pick);
  picks.push(table);
  const charts = chartsOf(data, pick);
  for (const each of charts) if (each.chart) picks.push(each.chart);

  const count = make('span', 'count');
  const clear = make('button', '', 'Show all');
  clear.addEventListener('click', () => selection.clear());
  const header = make('header');
  header.append(make('h1', 'title', data.name), make('span', 'purpose', data.purpose), count, clear);
  if (!data.whole) header.append(make('span', 'bad', 'not done: the same command goes on'));

  let waiting = 0;
  const times: number[] = [];
  const draw = () => {
    waiting = 0;
    const start = performance.now();
    count.textContent = `${selection.size} of ${data.rows} runs`;
    clear.disabled = selection.brushes.every((each) => each === null);
    parallel.draw();
    matrix.draw();
    table.update();
    times.push(performance.now() - start);
  };
  selection.follow(() => {
    if (!waiting) waiting = requestAnimationFrame(draw);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => theme(event.matches));
  const theme = (dark: boolean) => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    for (const each of picks) each.draw();
  };

  const app = document.getElementById('app')!;
  const main = make('main');
  const text = make('pre', 'text', data.text);
  main.append(
    section('Runs side by side', parallel.canvas),
    section('What it says', text, ...charts.flatMap((each) => [make('h3', '', each.title), each.element])),
    section('Two by two', matrix.canvas),
    section('Table', table.element),
    told,
  );
  app.replaceChildren(header, main);
  theme(matchMedia('(prefers-color-scheme: dark)').matches);
  draw();
  // For the tests in a browser.
  Object.assign(window, {study: {data, selection, parallel, matrix, table, times, pick}});
}

load().then(
  ({data, server}) => build(data, server),
  (error: unknown) => {
    document.getElementById('app')!.textContent =
      `The study cannot be shown: ${error instanceof Error ? error.message : error}`;
  },
);
