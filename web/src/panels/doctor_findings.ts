// The constraint doctor's findings in words for a student, from a summary: how many freedoms there are and why, which joints say the
// same thing twice, which reactions no rigid-body computation can tell.

import type {Summary} from '../data/types.ts';
import {count, listed, number} from '../parts/format.ts';

export interface Finding {
  kind: 'good' | 'info' | 'warn' | 'bad';
  title: string;
  /** Sentences, one paragraph each. */
  text: string[];
  /** Lists under it, each with what it lists. */
  lists: {title: string; items: string[]}[];
  /** Joints and other elements that the 3-D view makes stand out. */
  elements: string[];
}

function finding(kind: Finding['kind'], title: string, text: string[], more: Partial<Finding> = {}): Finding {
  return {kind, title, text, lists: [], elements: [], ...more};
}

interface AlongRun {
  positions: number;
  mobility_changes: {t: number; mobility: number; before: number}[];
  nearest_singular: {t: number; measure: number} | null;
}

const freedoms = (n: number) => count(n, 'degree of freedom', 'degrees of freedom');
const redundantRows = (s: Summary) => s.redundant.reduce((sum, each) => sum + each.rows.length, 0);

/** A mechanism that could not be assembled has not been looked at: zeros would be lies. */
export function looked(s: Summary): boolean {
  return s.status !== 'failed' || s.constraints > 0 || Object.keys(s.reactions).length > 0;
}

export function mobility(s: Summary): Finding {
  const {counted, actual} = s.mobility;
  const text: string[] = [];
  const rows = redundantRows(s);
  if (counted === actual) {
    text.push('Counting gives the same number: the freedoms of all bodies less the constraints of all joints.');
  } else if (rows > 0) {
    const twice = rows === 1 ? 'repeats what others say already' : 'repeat what others say already';
    text.push(
      `Counting bodies and joints gives ${number(counted)}. The real number is ${actual}, found from the rank of the constraint equations, because ${rows} of the ${s.constraints} constraint rows ${twice}.`,
    );
  } else {
    text.push(
      `Counting bodies and joints gives ${number(counted)}; the rank of the constraint equations gives ${actual} in this position.`,
    );
  }
  if (typeof s.driven === 'number' && s.driven !== actual) {
    text.push(
      s.driven === 0
        ? 'Its drivers prescribe all of them: the motion is fully given.'
        : `With its drivers acting, ${freedoms(s.driven)} ${s.driven === 1 ? 'is' : 'are'} left.`,
    );
  } else if (actual === 0) {
    text.push('Nothing can move: this is a structure. If it should move, a joint holds too much.');
  }
  const title = actual === 0 ? 'No degree of freedom' : capital(freedoms(actual));
  return finding(actual === 0 ? 'warn' : counted === actual ? 'good' : 'info', title, text);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "left.upper_ball" of "left.upper_ball.wx". */
function jointOf(column: string): string {
  return column.slice(0, column.lastIndexOf('.'));
}

export function motions(s: Summary): Finding[] {
  const all = (s.free_motions ?? []) as {words: string; idle: boolean; joints?: Record<string, number>}[];
  return all.map((each, i) => {
    const title = all.length === 1 ? 'How it moves' : `Motion ${i + 1} of ${all.length}`;
    const text = [`${capital(each.words)}.`];
    if (each.idle) text.push('Such a motion disturbs nothing: a rod turning about itself between two balls.');
    else if (i === 0) text.push('The numbers are the rates of the joints relative to each other.');
    return finding('info', each.idle ? `${title}: idle` : title, text, {
      elements: [...new Set(Object.keys(each.joints ?? {}).map(jointOf))],
    });
  });
}

export function redundancies(s: Summary): Finding[] {
  if (!looked(s)) return [];
  if (s.redundant.length === 0)
    return [finding('good', 'No redundant constraints', ['Every constraint row says something that no other does.'])];
  return s.redundant.map((group) => {
    const lists = [{title: 'Rows that could be left out', items: group.rows}];
    if (group.suggestions.length > 0)
      lists.push({title: 'What would help, one of', items: group.suggestions.map((each) => capital(each.text))});
    const who =
      group.group.length > 1 ? `The joints ${listed(group.group)} together hold` : `"${group.group[0]}" holds`;
    return finding(
      'warn',
      capital(count(group.rows.length, 'redundant constraint row')),
      [
        `${who} the bodies more than once. With exact, rigid parts the motion is right; real parts with tolerances would jam or bend, and the forces there cannot be told apart.`,
      ],
      {lists, elements: group.group},
    );
  });
}

/** "fz" is a force along z, "tx" a moment about x. */
export function component(name: string): string {
  const found = /^([ft])([xyz])$/.exec(name);
  if (!found) return name;
  return found[1] === 'f' ? `force ${found[2]}` : `moment ${found[2]}`;
}

export function reactions(s: Summary): Finding[] {
  const joints = Object.entries(s.reactions ?? {});
  const efforts = Object.entries((s.efforts ?? {}) as Record<string, {unique: boolean}>).filter(
    ([, each]) => !each.unique,
  );
  if (joints.length === 0 && efforts.length === 0) return [];
  const open = joints.filter(([, each]) => !each.unique);
  if (open.length === 0 && efforts.length === 0)
    return [
      finding('good', 'All reactions are unique', ['Forces and moments in the joints follow from the motion alone.']),
    ];
  const items = open.map(([name, each]) => {
    const components = Object.entries(each.components)
      .filter(([, unique]) => !unique)
      .map(([name]) => component(name));
    return components.length > 0 ? `${name}: ${components.join(', ')}` : name;
  });
  items.push(...efforts.map(([name]) => `${name}: effort`));
  return [
    finding(
      'warn',
      `Reactions of ${count(open.length + efforts.length, 'element')} are not unique`,
      [
        'Many splits of these forces balance the same motion. The results hold the smallest ones; the real ones depend on how stiff the parts are.',
      ],
      {lists: [{title: 'Not unique', items}], elements: [...open, ...efforts].map(([name]) => name)},
    ),
  ];
}

export function position(s: Summary): Finding[] {
  if (!s.singularity) return [];
  const text = [`${capital(s.singularity.words)}.`];
  const along = s.sampled as AlongRun | null | undefined;
  const time = (s.units as {time?: string}).time ?? '';
  const changes = along?.mobility_changes ?? [];
  if (along && along.positions > 0) {
    if (changes.length === 0) text.push(`At ${along.positions} positions along the run the mobility is the same.`);
    for (const each of changes.slice(0, 5))
      text.push(`At t = ${number(each.t)} ${time} the mobility becomes ${each.mobility}; before it is ${each.before}.`);
    if (changes.length > 5) text.push(`And ${changes.length - 5} more changes.`);
    if (along.nearest_singular)
      text.push(
        `Nearest to singular at t = ${number(along.nearest_singular.t)} ${time} (${number(along.nearest_singular.measure, 2)}; 0 is singular).`,
      );
  }
  if (s.singularity.singular)
    text.push(
      'In a singular position the mechanism has several ways to go on; small errors decide which. Start it a little beside.',
    );
  const bad = s.singularity.singular || changes.length > 0;
  return [finding(bad ? 'warn' : 'good', s.singularity.singular ? 'Singular position' : 'Position', text)];
}

/** Elements that a text names: as `name`, or as a word of its own. */
export function named(text: string, s: Summary): string[] {
  const words = new Set(text.match(/[\w.]*\w/g) ?? []);
  return (s.elements ?? []).map((each) => each.name).filter((name) => words.has(name));
}

export function findings(s: Summary): Finding[] {
  const all: Finding[] = [];
  if (s.status === 'failed' || s.status === 'stopped')
    all.push(
      finding(
        s.status === 'failed' ? 'bad' : 'warn',
        `The ${s.analysis || 'run'} ${s.status === 'failed' ? 'failed' : 'stopped'}`,
        [s.message],
        {
          elements: named(s.message, s),
        },
      ),
    );
  for (const each of s.warnings ?? [])
    all.push(finding('warn', 'Warning', [capital(each)], {elements: named(each, s)}));
  if (!looked(s)) {
    all.push(
      finding('info', 'Not looked at', ['The mechanism could not be assembled, so its constraints were not examined.']),
    );
    return all;
  }
  all.push(mobility(s), ...redundancies(s), ...reactions(s), ...position(s));
  if (s.assembly) {
    const closes = /closes as/.test(s.assembly);
    const elements = closes ? [] : named(s.assembly, s);
    all.push(finding(closes ? 'good' : 'info', 'Assembly', [`${capital(s.assembly)}.`], {elements}));
  }
  all.push(...motions(s));
  return all;
}

/** One line for the head of the panel. */
export function verdict(all: Finding[]): string {
  const of = (kind: Finding['kind']) => all.filter((each) => each.kind === kind).length;
  if (of('bad') > 0) return 'This did not work';
  if (of('warn') > 0) return `${capital(count(of('warn'), 'finding'))} to look at`;
  return 'Nothing to worry about';
}
