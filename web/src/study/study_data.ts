// The results of a study as columns, and where they come from: inside the file (`study show --out`), or the server of `view`.

export interface Column {
  name: string;
  unit: string;
  varied: boolean;
  /** Of a number whose values are words: they, by place. */
  words?: string[];
  values: Float64Array;
}

/** What page/study says of a study beside its columns; study/study_page.cpp writes it. */
interface Head {
  name: string;
  purpose: string;
  whole: boolean;
  text: string;
  command: string;
  conclusion: Record<string, unknown>;
  rows: number;
  columns: Omit<Column, 'values'>[];
  reasons: string[];
}

export interface StudyData extends Omit<Head, 'columns'> {
  columns: Column[];
  task: Float64Array;
  step: Float64Array;
  /** 0: nothing is said; i and -i: reasons[i - 1], where the run failed negative. */
  reason: Int32Array;
}

/** The bytes: of each column its numbers, then task, step (doubles), then reason (32 bits), low byte first. */
export function studyOf(head: Head, bytes: ArrayBuffer): StudyData {
  const {rows} = head;
  const doubles = (i: number) => new Float64Array(bytes, 8 * rows * i, rows);
  const columns = head.columns.map((each, i) => ({...each, values: doubles(i)}));
  const n = columns.length;
  return {
    ...head,
    columns,
    task: doubles(n),
    step: doubles(n + 1),
    reason: new Int32Array(bytes, 8 * rows * (n + 2), rows),
  };
}

/** What can be asked of a server; null in a file. */
export interface Server {
  /** Runs the row again, and gives the address of a page of that run. */
  open(row: {task: number; step: number}): Promise<string>;
}

export async function load(): Promise<{data: StudyData; server: Server | null}> {
  const inside = JSON.parse(document.getElementById('bricard-study')?.textContent ?? 'null') as {
    head: Head;
    bytes: string;
  } | null;
  if (inside) {
    const answer = await fetch(`data:application/octet-stream;base64,${inside.bytes}`);
    return {data: studyOf(inside.head, await answer.arrayBuffer()), server: null};
  }
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const ask = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(path, {
      ...options,
      headers: {'X-Bricard-Token': token, 'Content-Type': 'application/json'},
    });
    if (!answer.ok) throw new Error(((await answer.json()) as {error: string}).error);
    return answer;
  };
  const [head, bytes] = await Promise.all([ask('/api/study'), ask('/api/columns')]);
  const server: Server = {
    open: async (row) => {
      const answer = await ask('/api/open', {method: 'POST', body: JSON.stringify(row)});
      return ((await answer.json()) as {address: string}).address;
    },
  };
  return {data: studyOf((await head.json()) as Head, await bytes.arrayBuffer()), server};
}

/** A value as people read it. */
export function shown(column: Column, value: number): string {
  if (Number.isNaN(value)) return '–';
  if (column.words) return column.words[value] ?? '–';
  return Number(value.toPrecision(7)).toString();
}

/** The command line that does the run of a row, for a shell. */
export function commandOf(data: StudyData, row: number): string {
  const quoted = (word: string) => (/^[\w\-+=./:,@%]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const words = data.columns
    .filter((each) => each.varied)
    .map((each) => `--set ${quoted(`${each.name}=${each.words ? each.words[each.values[row]!] : each.values[row]}`)}`);
  return [data.command, ...words].join(' ');
}
