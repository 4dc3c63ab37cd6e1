// The plots that a run opens with: what moves, what drives it, what the model asks for, and its energy.
import {coordinates} from '../data/generated.ts';
import type {RunDetail, Scene} from '../data/types.ts';
import {byUnits, type PaneLayout, paneOf} from './layout.ts';

const few = 4;
const mostPanes = 6;

/** Of the columns of a run, where they are known. */
export interface CurveFacts {
  /** Of most of its values. */
  size: number;
  /** It is the same in all rows. */
  still: boolean;
  /** It is zero in all rows. */
  zero: boolean;
}

/** More candidates are not looked at. */
const mostCandidates = 60;

interface Group {
  columns: string[];
  most: number;
  /** Only what changes says something. */
  moving: boolean;
}

/** What there is to choose from, group after group; first the most telling. */
function groupsOf(scene: Scene | null, detail: RunDetail, analysis: string): Group[] {
  const units = new Set(detail.columns.map((each) => each.name));
  const axis = detail.columns[0]?.name ?? detail.axis;
  const there = (names: string[]) => names.filter((name) => units.has(name) && name !== axis).slice(0, mostCandidates);
  if (!scene)
    return [{columns: there(detail.columns.map((each) => each.name)).slice(0, few), most: few, moving: false}];
  const outputs = scene.sections.find((each) => each.name === 'outputs')?.elements ?? [];
  const drivers = scene.drivers.filter((each) => each.active && each.joint);
  const driven = new Set(drivers.map((each) => each.joint));
  const free = scene.joints.filter((each) => each.active && !driven.has(each.name));
  const moving = [
    ...there(drivers.map((each) => `${each.joint}.${each.coordinate}`)).slice(0, 2),
    ...there(free.flatMap((joint) => coordinates.map((each) => `${joint.name}.${each}`))),
  ];
  const efforts = (names: string[]) => there(names.flatMap((name) => [`${name}.torque`, `${name}.force`]));
  const groups = [
    {columns: there(outputs.map((each) => each.name)), most: 2 * few, moving: false},
    {columns: moving.length > 0 ? moving : bodyPositions(scene, there), most: few, moving: true},
    {columns: efforts([...actuators(scene), ...scene.drivers.map((each) => each.name)]), most: few, moving: false},
  ];
  if (analysis === 'dynamics' || analysis === '')
    groups.push({columns: there(['energy.kinetic', 'energy.potential', 'energy.total']), most: few, moving: false});
  groups.push({columns: efforts(scene.forces.map((each) => each.name)), most: few, moving: false});
  return groups;
}

/** The joints that the file's analysis names as actuators. */
function actuators(scene: Scene): string[] {
  const data = scene.sections.find((each) => each.name === 'analysis')?.elements[0]?.data ?? [];
  const text = data.find((each) => each.key.endsWith('actuators'))?.value ?? '';
  return text.split(/[[\],\s]+/).flatMap((each) => (each ? [each.replace(/\.(angle2?|position)$/, '')] : []));
}

/** The columns whose facts standardPanes asks for. */
export function standardCandidates(scene: Scene | null, detail: RunDetail, analysis: string): string[] {
  return detail.rows < 2 ? [] : groupsOf(scene, detail, analysis).flatMap((each) => each.columns);
}

/** Facts, where they are known, keep rows of zeros out, and small curves from being lost beside large ones. */
export function standardPanes(
  scene: Scene | null,
  detail: RunDetail,
  analysis: string,
  facts: (name: string) => CurveFacts | undefined = () => undefined,
): PaneLayout[] {
  if (detail.rows < 2) return [];
  const units = new Map(detail.columns.map((each) => [each.name, each.unit]));
  const unit = (name: string) => units.get(name) ?? '';
  const energy = (name: string) => name.startsWith('energy.');
  const telling = (group: Group) => {
    const some = group.columns.filter((name) => !facts(name)?.zero && !(group.moving && facts(name)?.still));
    // Of a total that is zero beside other energies this is what is to be seen.
    return group.columns.every(energy) && some.length > 0 ? group.columns : some;
  };
  return (
    groupsOf(scene, detail, analysis)
      .map((group) => telling(group).slice(0, group.most))
      // Energies stay together: a total that is nearly zero beside the others says something.
      .flatMap((group) => byUnits(group, unit, [], (name) => (energy(name) ? undefined : facts(name)?.size)))
      .filter((group) => group.length > 0)
      .slice(0, mostPanes)
      .map((columns) => paneOf(columns))
  );
}

/** Of a model whose joints have no coordinates: where its sensors are, or its heaviest body. */
function bodyPositions(scene: Scene, there: (names: string[]) => string[]): string[] {
  const axes = scene.dimension === 2 ? ['x', 'y'] : ['x', 'y', 'z'];
  const heaviest = [...scene.bodies].sort((a, b) => b.mass - a.mass)[0];
  for (const name of [scene.sensors[0]?.name, heaviest?.name]) {
    const found = name === undefined ? [] : there(axes.map((each) => `${name}.${each}`));
    if (found.length > 0) return found;
  }
  return [];
}

export const responseFile = 'frequency_response.csv';

/** Amplitudes over a logarithmic axis, phases below them, from the header of frequency_response.csv. */
export function bodePanes(header: string[]): PaneLayout[] {
  const ending = (end: string) => header.filter((name) => name.endsWith(end)).slice(0, 8);
  const amplitudes = ending('.amplitude');
  if (amplitudes.length === 0) return [];
  return [
    paneOf(amplitudes, {file: responseFile, logX: true, logY: true}),
    paneOf(ending('.phase'), {file: responseFile, logX: true}),
  ];
}
