// Finds columns by some of their letters: "cran an" finds crank.angle. Every word must be found, its letters in order.

/** Higher is better; null: not found. Letters that follow each other and those that begin a part of the name count more. */
export function score(name: string, query: string): number | null {
  const text = name.toLowerCase();
  let total = 0;
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    if (text.includes(word)) {
      const begins = text.startsWith(word) || text.includes(`.${word}`) || text.includes(`_${word}`);
      total += 100 + 10 * word.length + (begins ? 50 : 0);
      continue;
    }
    let at = -1;
    let sum = 0;
    for (const letter of word) {
      const next = text.indexOf(letter, at + 1);
      if (next < 0) return null;
      sum += next === at + 1 ? 5 : 1;
      if (next === 0 || /[._]/.test(text[next - 1]!)) sum += 4;
      at = next;
    }
    total += sum;
  }
  return total - text.length / 100;
}

export function elementOf(column: string): string {
  const dot = column.lastIndexOf('.');
  return dot < 0 ? '' : column.slice(0, dot);
}

export interface ColumnGroup {
  element: string;
  columns: string[];
}

/** The columns that match, by element: the best element first, in a group the best column first; without query as they stand. */
export function findColumns(names: string[], query: string): ColumnGroup[] {
  const groups = new Map<string, {name: string; score: number}[]>();
  for (const name of names) {
    const found = score(name, query);
    if (found === null) continue;
    const element = elementOf(name);
    const group = groups.get(element);
    if (group) group.push({name, score: found});
    else groups.set(element, [{name, score: found}]);
  }
  const out = [...groups].map(([element, columns]) => ({
    element,
    columns,
    best: Math.max(...columns.map((c) => c.score)),
  }));
  if (query.trim() !== '') {
    out.sort((a, b) => b.best - a.best);
    for (const group of out) group.columns.sort((a, b) => b.score - a.score);
  }
  return out.map((group) => ({element: group.element, columns: group.columns.map((each) => each.name)}));
}
