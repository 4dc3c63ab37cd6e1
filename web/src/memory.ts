// What is kept over reloads: by the program where it runs (Source.remember), by the browser for a report. What comes back may have
// been written by another version or by hand: every reader says what it takes, and anything else counts as nothing.
import type {PageState} from './state.ts';

export function keep(state: PageState, key: string, value: unknown): void {
  if (state.project.value.live) {
    state.project.value.memory[key] = value;
    state.source.remember(key, value);
    return;
  }
  try {
    localStorage.setItem(`bricard.${key}`, JSON.stringify(value));
  } catch {
    // A browser that stores nothing: the page works without.
  }
}

export function kept<T>(state: PageState, key: string, accept: (value: unknown) => T | undefined): T | undefined {
  if (state.project.value.live) return accept(state.project.value.memory[key]);
  try {
    return accept(JSON.parse(localStorage.getItem(`bricard.${key}`) ?? 'null'));
  } catch {
    return undefined;
  }
}

export function oneOf<T extends string>(...words: T[]): (value: unknown) => T | undefined {
  return (value) => words.find((each) => each === value);
}

/** A number between two, moved to the nearer end where it lies outside. */
export function within(low: number, high: number): (value: unknown) => number | undefined {
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : undefined;
}

/** Those of the words that are known, each once. */
export function someOf(known: string[]): (value: unknown) => string[] | undefined {
  return (value) => (Array.isArray(value) ? known.filter((each) => value.includes(each)) : undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words by name. */
export function texts(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}

/** Pairs low < high by name. */
export function ranges(value: unknown): Record<string, [number, number]> | undefined {
  if (!isRecord(value)) return undefined;
  const good = (pair: unknown): pair is [number, number] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((each) => Number.isFinite(each)) && pair[0] < pair[1];
  return Object.fromEntries(Object.entries(value).filter((each): each is [string, [number, number]] => good(each[1])));
}
