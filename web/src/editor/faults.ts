// Where the faults of a text are shown: the reader's line and column, kept inside the text as it is now.
import type {Fault} from '../data/types.ts';

export interface PlacedFault {
  /** From 1; 0: of the whole text. */
  line: number;
  /** Characters of the line that are underlined: from, to. */
  from: number;
  to: number;
  message: string;
}

/** "joints.main.axis: the axis has zero length; give a direction such as [0, 0, 1]". */
export function words(fault: Fault): string {
  const file = fault.file && [fault.file, fault.line, fault.column].filter(Boolean).join(':');
  return [file, fault.where, fault.what].filter(Boolean).join(': ') + (fault.hint && `; ${fault.hint}`);
}

/** From the fault's column to the end of the word there; the whole line where the column is not known or beyond it. */
export function place(fault: Fault, lines: string[]): PlacedFault {
  const message = words(fault);
  if (fault.file || !(fault.line >= 1)) return {line: 0, from: 0, to: 0, message};
  const line = Math.min(Math.floor(fault.line), lines.length);
  const text = lines[line - 1] ?? '';
  const first = text.length - text.trimStart().length;
  const whole = {line, from: Math.min(first, text.length), to: text.trimEnd().length || text.length, message};
  const at = Math.floor(fault.column) - 1;
  if (!(at >= 0) || at >= text.trimEnd().length) return whole;
  const word = /^([\w.]+|"[^"]*"|'[^']*'|\S)/.exec(text.slice(at));
  return {line, from: at, to: at + (word?.[0].length ?? 1), message};
}

/** By line, in the order of the text; those of the whole first. */
export function placed(faults: Fault[], lines: string[]): PlacedFault[] {
  return faults.map((each) => place(each, lines)).sort((a, b) => a.line - b.line || a.from - b.from);
}
