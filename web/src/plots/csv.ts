// Tables as text: what lies beside the results is read, what a pane shows is written.

export interface CsvTable {
  names: string[];
  columns: Float64Array[];
}

function cells(line: string): string[] {
  const out: string[] = [];
  for (const found of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    out.push((found[1] !== undefined ? found[1].replaceAll('""', '"') : (found[2] ?? '')).trim());
  }
  return out;
}

/** A header and rows of numbers; what is no number is NaN. */
export function parseCsv(text: string): CsvTable {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = cells(lines[0] ?? '');
  const columns = names.map(() => new Float64Array(Math.max(0, lines.length - 1)));
  for (let row = 1; row < lines.length; ++row) {
    const values = cells(lines[row]!);
    columns.forEach((column, i) => {
      const cell = values[i] ?? '';
      column[row - 1] = cell === '' ? Number.NaN : Number(cell);
    });
  }
  return {names, columns};
}

function quoted(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** Every digit that tells the number from its neighbors; `nan` as the program writes it. */
function cell(value: number): string {
  return Number.isFinite(value) ? String(value) : 'nan';
}

/** Blocks of columns side by side; where a block has fewer rows than another its cells are empty. In pieces, for a Blob. */
export function csvPieces(blocks: CsvTable[]): string[] {
  const out = [`${blocks.flatMap((block) => block.names.map(quoted)).join(',')}\n`];
  const rows = Math.max(0, ...blocks.map((block) => block.columns[0]?.length ?? 0));
  for (let from = 0; from < rows; from += 4096) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(rows, from + 4096); ++row) {
      const line = blocks.flatMap((block) =>
        block.columns.map((column) => (row < column.length ? cell(column[row]!) : '')),
      );
      lines.push(`${line.join(',')}\n`);
    }
    out.push(lines.join(''));
  }
  return out;
}
