// Data from the program's server (page/server/server.cpp). Every request carries the token of the page's address.
import {type HeldRun, type LiveAnswer, readLiveAnswer} from './held_run.ts';
import type {RowRange, RunOrder, Source} from './source.ts';
import {liveId, Trouble} from './source.ts';
import type {CheckAnswer, Job, ModelText, Project, RunDetail, Scene, Summary} from './types.ts';

type Query = Record<string, string | number | undefined>;

export class ServerSource implements Source {
  private kept = new Map<string, unknown>();
  private held: HeldRun | null = null;
  private keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(private token: string) {
    // What was remembered a moment before the page closes is sent with it.
    addEventListener('pagehide', () => this.sendKept(true));
  }

  private async ask(
    method: string,
    path: string,
    query: Query = {},
    body?: unknown,
    keepalive = false,
  ): Promise<Response> {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
    let answer: Response;
    try {
      answer = await fetch(`/api/${path}?${search}`, {
        method,
        keepalive,
        headers: {'X-Bricard-Token': this.token, ...(body === undefined ? {} : {'Content-Type': 'application/json'})},
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      throw new Trouble('The program does not answer. Is `bricard view` still running?');
    }
    if (answer.ok) return answer;
    const text = await answer.text();
    let message = text || answer.statusText;
    try {
      message = JSON.parse(text).error ?? message;
    } catch {
      // not JSON: the text itself
    }
    throw new Trouble(message, answer.status);
  }

  private async json<T>(method: string, path: string, query: Query = {}, body?: unknown): Promise<T> {
    return (await this.ask(method, path, query, body)).json() as Promise<T>;
  }

  project = () => this.json<Project>('GET', 'project');
  detail = (run: string) => this.json<RunDetail>('GET', 'run', {run});
  scene = (run: string) => this.json<Scene | null>('GET', 'scene', {run});
  summary = (run: string) => this.json<Summary | null>('GET', 'summary', {run});
  file = async (run: string, name: string) =>
    run === liveId && this.held
      ? (this.held.told.files[name] ?? '')
      : (await this.ask('GET', 'file', {run, name})).text();
  asset = async (run: string, name: string) => (await this.ask('GET', 'asset', {run, name})).arrayBuffer();

  async columns(run: string, names: string[], range: RowRange = {}): Promise<Float64Array[]> {
    if (names.length === 0) return [];
    if (run === liveId && this.held) return this.held.columns(names, range);
    const {from, to, thin} = range;
    // Names go in the body: there may be thousands.
    const query = {run, from, to, points: thin?.points, by: thin?.by};
    const bytes = await (await this.ask('POST', 'columns', query, {names})).arrayBuffer();
    const rows = bytes.byteLength / 8 / names.length;
    return names.map((_, i) => new Float64Array(bytes, i * rows * 8, rows));
  }

  remember(key: string, value: unknown): void {
    this.kept.set(key, value);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.sendKept(false), 300);
  }

  private sendKept(last: boolean): void {
    if (this.kept.size === 0) return;
    const values = Object.fromEntries(this.kept);
    this.kept.clear();
    this.ask('PUT', 'memory', {}, values, last).catch(() => {
      // Tried again with the next change.
      for (const [key, value] of Object.entries(values)) if (!this.kept.has(key)) this.kept.set(key, value);
    });
  }

  model = (id: string) => this.json<ModelText>('GET', 'model', {model: id});
  keepDraft = async (id: string, text: string | null) => {
    // Small ones outlive the page, so that what was typed last is kept too (browsers allow 64 KiB).
    await this.ask('PUT', 'draft', {model: id}, {text}, (text ?? '').length < 20000);
  };
  save = (id: string, text: string, mark: string) => this.json<ModelText>('PUT', 'model', {model: id}, {text, mark});
  check = (id: string, text: string, set: Record<string, string>) =>
    this.json<CheckAnswer>('POST', 'check', {model: id}, {text, set});
  kc = (id: string, text: string, set: Record<string, string>, options: Record<string, string>) =>
    this.json<unknown>('POST', 'kc', {model: id}, {text, set, options});
  start = (id: string, order: RunOrder) => this.json<Job>('POST', 'start', {model: id}, order);
  live = async (id: string, order: RunOrder): Promise<LiveAnswer> => {
    const answer = readLiveAnswer(await (await this.ask('POST', 'live', {model: id}, order)).arrayBuffer());
    if (answer.run) this.held = answer.run;
    return answer;
  };
  job = (id: string) => this.json<Job>('GET', 'job', {job: id});
  cancel = (id: string) => this.json<Job>('POST', 'cancel', {job: id}, {});
  remove = async (run: string) => {
    await this.ask('DELETE', 'run', {run});
  };
}
