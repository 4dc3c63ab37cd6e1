// The colors of a line of YAML: comments, keys, strings, numbers, the words true, false and null, marks. Each line by itself, which
// is right for model files: texts over several lines do not occur in them.

export interface Token {
  kind: 'comment' | 'key' | 'text' | 'number' | 'word' | 'mark' | 'plain';
  text: string;
}

const space = /\s/;
const numeric = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** The end of a quoted text that begins at `from`: '' within single, \" within double quotes. */
function quoteEnd(line: string, from: number): number {
  const quote = line[from];
  for (let i = from + 1; i < line.length; ++i) {
    if (quote === '"' && line[i] === '\\') ++i;
    else if (line[i] === quote && quote === "'" && line[i + 1] === quote) ++i;
    else if (line[i] === quote) return i + 1;
  }
  return line.length;
}

/** The end of a plain scalar: before `: `, ` #`, and within [ ] { } before a comma or bracket. */
function plainEnd(line: string, from: number, flow: boolean): number {
  for (let i = from; i < line.length; ++i) {
    const next = line[i + 1];
    if (line[i] === ':' && (next === undefined || space.test(next))) return i;
    if (line[i] === '#' && i > 0 && space.test(line[i - 1]!)) return i;
    if (flow && ',[]{}'.includes(line[i]!)) return i;
  }
  return line.length;
}

function plain(text: string): Token[] {
  const tail = /\s*$/.exec(text)![0];
  const word = text.slice(0, text.length - tail.length);
  const tokens: Token[] = [];
  // A number with a unit: "35 N/mm".
  const [head, ...unit] = word.split(/(\s+)/);
  if (numeric.test(head!)) {
    tokens.push({kind: 'number', text: head!});
    if (unit.length > 0) tokens.push({kind: 'plain', text: unit.join('')});
  } else if (/^(true|false|null|~)$/.test(word)) tokens.push({kind: 'word', text: word});
  else if (word) tokens.push({kind: 'plain', text: word});
  if (tail) tokens.push({kind: 'plain', text: tail});
  return tokens;
}

export function highlight(line: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let i = 0;
  while (i < line.length) {
    const c = line[i]!;
    const before = i === 0 ? ' ' : line[i - 1]!;
    let end = i + 1;
    if (space.test(c)) {
      while (end < line.length && space.test(line[end]!)) ++end;
      tokens.push({kind: 'plain', text: line.slice(i, end)});
    } else if (c === '#' && space.test(before)) {
      end = line.length;
      tokens.push({kind: 'comment', text: line.slice(i)});
    } else if (
      '[]{},'.includes(c) ||
      (c === '-' && (line[i + 1] === undefined || space.test(line[i + 1]!))) ||
      c === ':'
    ) {
      if (c === '[' || c === '{') ++depth;
      if (c === ']' || c === '}') --depth;
      tokens.push({kind: 'mark', text: c});
    } else {
      const quoted = c === '"' || c === "'";
      end = quoted ? quoteEnd(line, i) : plainEnd(line, i, depth > 0);
      const text = line.slice(i, end);
      const isKey = /^\s*:(\s|$)/.test(line.slice(end));
      if (isKey) tokens.push({kind: 'key', text});
      else if (quoted) tokens.push({kind: 'text', text});
      else tokens.push(...plain(text));
    }
    i = end;
  }
  return tokens;
}
