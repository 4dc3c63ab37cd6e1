// What the editor knows of the language: where in a model file a place is, which words may stand there, and what they mean.
import {analyses, constraints, forces, joints, keys, kindHelp} from '../data/generated.ts';
import type {Scene} from '../data/types.ts';

export interface Place {
  /** The section of the file: "joints"; "" at the outermost level. */
  section: string;
  /** The kind of the element, as far as it is written: "revolute". */
  type: string;
  /** The key whose value is being written; "": a key is. */
  key: string;
}

export interface Word {
  label: string;
  help: string;
  kind: 'key' | 'type' | 'name' | 'section';
}

const kindsOf: Record<string, object> = {joints, constraints, forces};
/** Keys of the outermost level that are no sections. */
const heads: Record<string, string> = {
  bricard: 'version of the format: 1',
  name: 'name of the model',
  dimension: '3 or 2',
  units: '{length: mm, angle: deg, ..}',
  gravity: 'acceleration of gravity, a vector',
  parameters: 'names with numbers, usable in every expression',
  points: 'hard points, global, design position',
  tables: 'curves for table(name, x)',
  bodies: 'rigid bodies',
  joints: 'joints between bodies',
  constraints: 'basic constraints',
  drivers: 'motions that are given over time',
  forces: 'forces, springs, dampers',
  sensors: 'points whose motion is recorded',
  inputs: 'signals for forces and states',
  states: 'differential equations of your own',
  events: 'what happens when a condition turns true',
  outputs: 'expressions that become columns',
  subsystems: 'other model files as parts',
  analysis: 'what is computed',
};

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Where the end of `before` is; `after` is the rest of the text. */
export function placeAt(before: string, after: string): Place {
  const lines = before.split('\n');
  const here = lines.length - 1;
  const current = lines[here]!;
  let section = '';
  let from = here;
  if (/^\s/.test(current) || current === '') {
    for (let i = here - 1; i >= 0 && section === ''; --i) section = /^([A-Za-z_]\w*):/.exec(lines[i]!)?.[1] ?? '';
    if (current === '' && section !== '') section = '';
  } else section = /^([A-Za-z_]\w*):\s/.exec(current)?.[1] ?? '';
  // The element: from its name, two levels in, to the next of its level.
  for (let i = here; i >= 0; --i) {
    if (i < here && /^\S/.test(lines[i]!) && lines[i] !== '') break;
    if (/^\s*[\w.]+:/.test(lines[i]!)) {
      from = i;
      if (indentOf(lines[i]!) <= 2) break;
    }
  }
  const rest = after.split('\n');
  const level = indentOf(lines[from]!);
  const end = rest.findIndex((line, i) => i > 0 && line.trim() !== '' && indentOf(line) <= level);
  const element = [...lines.slice(from), ...rest.slice(0, end < 0 ? rest.length : end)].join('\n');
  const type = /\btype:\s*([\w]+)/.exec(element)?.[1] ?? '';
  // A value follows a key; a comma or bracket that opens ends it where it stands in a map.
  const tail = /([A-Za-z_]\w*):\s+([^:{]*)$/.exec(current);
  const inList = tail ? (tail[2]!.match(/\[/g)?.length ?? 0) > (tail[2]!.match(/\]/g)?.length ?? 0) : false;
  const isValue = tail !== null && (inList || !/,\s*[\w]*$/.test(tail[2]!) || !current.includes('{'));
  return {section, type, key: isValue ? tail![1]! : ''};
}

/** The words that may stand at a place. */
export function wordsAt(place: Place, scene: Scene | null): Word[] {
  const {section, type, key} = place;
  if (section === '' && key === '')
    return Object.entries(heads).map(([label, help]) => ({label, help, kind: 'section' as const}));
  if (key === 'type') {
    if (section === 'analysis') return analyses.map((label) => ({label, help: 'analysis', kind: 'type' as const}));
    return Object.keys(kindsOf[section] ?? {}).map((label) => ({
      label,
      help: kindHelp[`${section}.${label}`] ?? '',
      kind: 'type' as const,
    }));
  }
  if (key === '') return Object.entries(keysOf(section, type)).map(([label, help]) => ({label, help, kind: 'key'}));
  return namesFor(key, scene);
}

export function keysOf(section: string, type: string): Record<string, string> {
  const all = {...keys[section], ...keys[`${section}.${type}`]};
  return kindsOf[section] ? {type: 'what it is', ...all} : all;
}

function namesFor(key: string, scene: Scene | null): Word[] {
  if (!scene) return [];
  const names = (list: {name: string}[], help: string): Word[] =>
    list.map(({name}) => ({label: name, help, kind: 'name' as const}));
  const bodies = [{label: 'ground', help: 'what stands still', kind: 'name' as const}, ...names(scene.bodies, 'body')];
  if (key === 'bodies' || key === 'body' || key === 'relative_to') return bodies;
  if (key === 'joint' || key === 'joints' || key === 'actuators') return names(scene.joints, 'joint');
  const unit = scene.units.length;
  const points: Word[] = scene.points.map(({name, at}) => ({
    label: name,
    help: `[${at.join(', ')}] ${unit}`,
    kind: 'name',
  }));
  const parameters: Word[] = scene.parameters.map(({name, value, unit: own}) => ({
    label: name,
    help: `${value} ${own}`.trim(),
    kind: 'name',
  }));
  if (['at', 'at2', 'from', 'to', 'x_point', 'y_point', 'position'].includes(key)) return [...points, ...parameters];
  const columns: Word[] = scene.sections.flatMap((each) =>
    each.elements.flatMap((element) =>
      element.columns.map((label) => ({label, help: `column of ${element.name}`, kind: 'name' as const})),
    ),
  );
  return [...parameters, ...points, ...columns];
}

/** What a word of the text means; "": nothing is known. */
export function helpFor(word: string, place: Place, scene: Scene | null): string {
  if (place.section === '' && heads[word]) return heads[word];
  const own = keysOf(place.section, place.type)[word] ?? keys.geometry?.[word];
  if (place.key === '' && own) return own;
  const kind = kindHelp[`${place.section}.${word}`];
  if (kind) return kind;
  const parameter = scene?.parameters.find((each) => each.name === word);
  if (parameter) return `parameter: ${parameter.value} ${parameter.unit}`.trim();
  const point = scene?.points.find((each) => each.name === word);
  if (point) return `point: [${point.at.join(', ')}] ${scene!.units.length}`;
  return own ?? '';
}
