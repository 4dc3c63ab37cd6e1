// What is drawn for a purpose beside the table that every study has: the path of a search, residuals, the front, indices, yields.
import {LineChart} from './line_chart.ts';
import type {StudyData} from './study_data.ts';

export interface Chart {
  title: string;
  element: HTMLElement;
  chart?: LineChart;
}
type Pick = (row: number) => void;
// biome-ignore lint/suspicious/noExplicitAny: as study/purposes write it
type Conclusion = Record<string, any>;

/** Of each sample its row. */
function rowsBy(data: StudyData): Map<string, number> {
  const rows = new Map<string, number>();
  for (let i = 0; i < data.rows; i++) rows.set(`${data.task[i]} ${data.step[i]}`, i);
  return rows;
}

function path(data: StudyData, found: Conclusion, pick: Pick): Chart[] {
  if (!Array.isArray(found.path) || !found.best?.goals) return [];
  const goal = Object.keys(found.best.goals)[0]!;
  const rows = rowsBy(data);
  const best = {x: [] as number[], y: [] as number[]};
  for (const each of found.path) {
    best.x.push(rows.get(`${each.start} ${each.step}`) ?? 0);
    best.y.push(each.goal);
  }
  best.x.push(data.rows - 1);
  best.y.push(best.y.at(-1)!);
  const column = data.columns.find((each) => each.name === goal);
  const x = [...Array(column ? Math.min(data.rows, 20000) : 0).keys()];
  const series = [
    {x, y: x.map((i) => column!.values[i]!), token: '--series-8', kind: 'points' as const, row: x},
    {...best, token: '--accent', kind: 'steps' as const},
  ];
  const chart = new LineChart({x: 'run', y: goal}, series, pick);
  return [{title: 'Path of the search', element: chart.canvas, chart}];
}

function front(data: StudyData, found: Conclusion, pick: Pick): Chart[] {
  if (!Array.isArray(found.front) || found.front.length === 0) return [];
  const [first, second] = Object.keys(found.front[0].goals);
  if (!first || !second) return [];
  const rows = rowsBy(data);
  const points = {
    x: found.front.map((each: Conclusion) => each.goals[first]),
    y: found.front.map((each: Conclusion) => each.goals[second]),
    row: found.front.map((each: Conclusion) => rows.get(`${each.start} ${each.step}`) ?? -1),
  };
  const chart = new LineChart({x: first, y: second}, [{...points, token: '--accent', kind: 'points'}], pick);
  return [{title: 'Front: none is better in all goals', element: chart.canvas, chart}];
}

function residuals(found: Conclusion): Chart[] {
  if (!Array.isArray(found.residuals)) return [];
  return found.residuals.flatMap((each: Conclusion) => {
    const model = each.data.map((value: number, i: number) => value + each.residuals[i]);
    const x = found.over.values;
    const fit = new LineChart({x: found.over.name, y: each.name}, [
      {x, y: model, token: '--accent', kind: 'line'},
      {x, y: each.data, token: '--series-2', kind: 'points'},
    ]);
    const rest = new LineChart({x: found.over.name, y: `${each.name}: model - measured`}, [
      {x, y: each.residuals, token: '--series-2', kind: 'points'},
    ]);
    return [
      {title: 'Measured (points) and model', element: fit.canvas, chart: fit},
      {title: 'Residuals', element: rest.canvas, chart: rest},
    ];
  });
}

/** Bars with their intervals: name, value, low, high, share of the whole width. */
function bars(
  title: string,
  rows: {name: string; value: number; low?: number; high?: number}[],
  text: (v: number) => string,
): Chart {
  const element = document.createElement('div');
  element.className = 'bars';
  const most = Math.max(1e-300, ...rows.map((each) => Math.abs(each.high ?? each.value)));
  for (const each of rows) {
    const name = document.createElement('span');
    name.textContent = each.name;
    const bar = document.createElement('div');
    bar.className = 'bar';
    const fill = document.createElement('i');
    fill.style.width = `${(100 * Math.abs(each.value)) / most}%`;
    bar.append(fill);
    if (each.low !== undefined && each.high !== undefined) {
      const interval = document.createElement('b');
      interval.style.left = `${(100 * Math.max(0, each.low)) / most}%`;
      interval.style.width = `${(100 * (each.high - Math.max(0, each.low))) / most}%`;
      bar.append(interval);
    }
    const value = document.createElement('span');
    value.textContent = text(each.value);
    element.append(name, bar, value);
  }
  return {title, element};
}

function indices(found: Conclusion): Chart[] {
  if (!found.method) return [];
  const kinds: Record<string, [string, string][]> = {
    sobol: [
      ['first', 'share of the variance by itself'],
      ['total', 'share with all interplay'],
    ],
    morris: [['mu_star', 'mean effect over the range (Morris)']],
    local: [['derivative', 'derivative at the start']],
  };
  return Object.entries(found.measures as Conclusion).flatMap(([measure, of]) =>
    (kinds[found.method] ?? []).map(([kind, words]) =>
      bars(
        `${measure}: ${words}`,
        Object.entries(of as Conclusion).map(([name, each]) => ({
          name,
          ...(typeof each[kind] === 'number' ? {value: each[kind]} : each[kind]),
        })),
        (v) => Number(v.toPrecision(3)).toString(),
      ),
    ),
  );
}

function yields(found: Conclusion): Chart[] {
  if (!found.yield) return [];
  const percent = (v: number) => `${(100 * v).toFixed(2)} %`;
  const list = [{name: 'as it is', ...found.yield}];
  for (const [name, each] of Object.entries((found.half_scatter ?? {}) as Conclusion))
    list.push({name: `half the scatter of ${name}`, value: each.yield});
  return [bars('Yield', list, percent)];
}

export function chartsOf(data: StudyData, pick: Pick): Chart[] {
  const found = data.conclusion as Conclusion;
  if (data.purpose === 'optimize') return [...path(data, found, pick), ...front(data, found, pick)];
  if (data.purpose === 'identify') return residuals(found);
  if (data.purpose === 'sensitivity') return indices(found);
  return data.purpose === 'tolerance' ? yields(found) : [];
}
