// The numbers of a model beside its parameters, by section: those of the points are what is moved most.

import type {SectionName} from '../data/generated.ts';
import type {SceneNumber} from '../data/types.ts';

export interface NumberGroup {
  title: string;
  numbers: SceneNumber[];
  /** Shown without being asked for. */
  open: boolean;
}

/** More rows than fit on a page are shown on request. */
const few = 36;

const titles: Partial<Record<SectionName, string>> = {
  points: 'Points',
  bodies: 'Bodies',
  joints: 'Joints',
  forces: 'Forces',
};

export function groupsOf(numbers: SceneNumber[], parameters: number): NumberGroup[] {
  const sections = [...new Set(numbers.map((each) => each.section))];
  sections.sort((a, b) => Number(b === 'points') - Number(a === 'points'));
  return sections.map((section) => {
    const own = numbers.filter((each) => each.section === section);
    const title = titles[section as SectionName] ?? section.charAt(0).toUpperCase() + section.slice(1);
    return {title, numbers: own, open: section === 'points' && own.length + parameters <= few};
  });
}

/** How far the points reach: the largest span of a coordinate. */
export function sizeOf(numbers: SceneNumber[]): number {
  let size = 0;
  for (const axis of ['.x', '.y', '.z']) {
    const values = numbers
      .filter((each) => each.section === 'points' && each.name.endsWith(axis))
      .map((each) => each.value);
    if (values.length > 0) size = Math.max(size, Math.max(...values) - Math.min(...values));
  }
  return size;
}
