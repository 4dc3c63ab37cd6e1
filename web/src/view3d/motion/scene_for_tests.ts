// Small scenes and runs for the tests of the view.

import type {RowRange, Source} from '../../data/source.ts';
import {Table} from '../../data/table.ts';
import type {RunDetail, Scene, SceneBody, Vec3} from '../../data/types.ts';
import {Signal} from '../../signal.ts';
import type {LoadedRun, PageState} from '../../state.ts';

export function body(name: string, at: Vec3 = [0, 0, 0]): SceneBody {
  return {name, at, q: [1, 0, 0, 0], mass: 1, inertia: [1, 1, 1], geometry: [], attachments: []};
}

export function sceneOf(values: Partial<Scene>): Scene {
  return {
    name: 'test',
    dimension: 3,
    units: {length: 'm', mass: 'kg', time: 's', angle: 'rad', force: 'N', radians: 1},
    gravity: [0, 0, -9.81],
    size: 1,
    bodies: [],
    ground: [],
    joints: [],
    constraints: [],
    drivers: [],
    forces: [],
    sensors: [],
    points: [],
    parameters: [],
    sections: [],
    handles: [],
    analysis: '',
    ...values,
  };
}

/** A run with these columns; the first is the axis. `asked` counts the requests. */
export function runOf(
  scene: Scene,
  columns: Record<string, number[]>,
): {run: LoadedRun; source: Source; asked: string[][]} {
  const names = Object.keys(columns);
  const detail: RunDetail = {
    id: 'r0',
    rows: columns[names[0]!]!.length,
    axis: names[0]!,
    columns: names.map((name) => ({name, unit: ''})),
    files: [],
  };
  const asked: string[][] = [];
  const source = {
    columns: async (_run: string, wanted: string[], range: RowRange = {}) => {
      asked.push(wanted);
      const every = range.thin ? Math.ceil(detail.rows / range.thin.points) : 1;
      return wanted.map((name) => Float64Array.from(columns[name]!.filter((_, i) => i % every === 0)));
    },
    remember: () => {},
  } as unknown as Source;
  const info = {id: 'r0', name: 'test'} as LoadedRun['info'];
  return {run: {info, detail, scene, summary: null, table: new Table(source, detail)}, source, asked};
}

export function stateOf(run: LoadedRun, source: Source): PageState {
  return {
    source,
    run: new Signal<LoadedRun | null>(run),
    scene: new Signal<Scene | null>(run.scene),
    time: new Signal(0),
    remembered: () => undefined,
    tell: (text: string) => {
      throw new Error(text);
    },
  } as unknown as PageState;
}
