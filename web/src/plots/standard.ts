// The plots that a run opens with: what moves, what drives it, what the model asks for, and its energy.
import {coordinates} from '../data/generated.ts';
import type {RunDetail, Scene} from '../data/types.ts';
import {byUnits, type PaneLayout, paneOf} from './layout.ts';

const few = 4;
const mostPanes = 6;

/** Sizes, where they are known, keep small curves from being lost beside large ones. */
export function standardPanes(
  scene: Scene | null,
  detail: RunDetail,
  analysis: string,
  size: (name: string) => number | undefined = () => undefined,
): PaneLayout[] {
  if (detail.rows < 2) return [];
  const units = new Map(detail.columns.map((each) => [each.name, each.unit]));
  const unit = (name: string) => units.get(name) ?? '';
  const axis = detail.columns[0]?.name ?? detail.axis;
  const there = (names: string[]) => names.filter((name) => units.has(name) && name !== axis);
  const groups: string[][] = [];

  if (scene) {
    const outputs = scene.sections.find((each) => each.name === 'outputs')?.elements ?? [];
    groups.push(there(outputs.map((each) => each.name)).slice(0, 2 * few));

    const drivers = scene.drivers.filter((each) => each.active && each.joint);
    const driven = new Set(drivers.map((each) => each.joint));
    const free = scene.joints.filter((each) => each.active && !driven.has(each.name));
    const moving = [
      ...there(drivers.map((each) => `${each.joint}.${each.coordinate}`)).slice(0, 2),
      ...there(free.flatMap((joint) => coordinates.map((each) => `${joint.name}.${each}`))).slice(0, few),
    ];
    if (moving.length > 0) groups.push(moving.slice(0, few));
    else groups.push(bodyPositions(scene, there));

    groups.push(there(scene.drivers.flatMap((each) => [`${each.name}.torque`, `${each.name}.force`])).slice(0, few));
    if (analysis === 'dynamics' || analysis === '') {
      groups.push(there(['energy.kinetic', 'energy.potential', 'energy.total']));
    }
    groups.push(there(scene.forces.flatMap((each) => [`${each.name}.force`, `${each.name}.torque`])).slice(0, few));
  } else {
    groups.push(there(detail.columns.map((each) => each.name)).slice(0, few));
  }
  return (
    groups
      // Energies stay together: a total that is nearly zero beside the others says something.
      .flatMap((group) => byUnits(group, unit, [], (name) => (name.startsWith('energy.') ? undefined : size(name))))
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
