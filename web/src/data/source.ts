// Where the page has its data from: the program's server (server_source.ts), or the report file itself (report_source.ts).
import type {AnalysisOptions, AnalysisType} from './generated.ts';
import type {LiveAnswer} from './held_run.ts';
import type {CheckAnswer, Job, ModelText, Project, RunDetail, Scene, Summary} from './types.ts';

/** Which rows of a run: all of them, or about `points` of rows from..to (rows, `to` not included). */
export interface RowRange {
  from?: number;
  to?: number;
  /** every: single rows at even distance, first and last included; envelope: pairs of rows that hold the lowest and highest of each stretch. */
  thin?: {points: number; by: 'every' | 'envelope'};
}

export interface Source {
  project(): Promise<Project>;
  detail(run: string): Promise<RunDetail>;
  /** null for a table without model. */
  scene(run: string): Promise<Scene | null>;
  summary(run: string): Promise<Summary | null>;
  /** One array per name, all of one length. Throws Trouble where a column does not exist. */
  columns(run: string, names: string[], range?: RowRange): Promise<Float64Array[]>;
  /** A small text file beside the results. */
  file(run: string, name: string): Promise<string>;
  /** A mesh. */
  asset(run: string, name: string): Promise<ArrayBuffer>;
  /** Keeps something over reloads and restarts. */
  remember(key: string, value: unknown): void;

  // Only where project().live:
  model(id: string): Promise<ModelText>;
  keepDraft(id: string, text: string | null): Promise<void>;
  save(id: string, text: string, mark: string): Promise<ModelText>;
  check(id: string, text: string, set: Record<string, string>): Promise<CheckAnswer>;
  /** The K&C sheet of a vehicle, as kc.json tells it, or faults; `options`: of the verb `kc`. */
  kc(id: string, text: string, set: Record<string, string>, options: Record<string, string>): Promise<unknown>;
  start(id: string, order: RunOrder): Promise<Job>;
  /** Computes at once and keeps nothing on disk. The run is known here by `liveId` until the next one. */
  live(id: string, order: RunOrder): Promise<LiveAnswer>;
  job(id: string): Promise<Job>;
  cancel(id: string): Promise<Job>;
  remove(run: string): Promise<void>;
}

/** The run that was computed last by `live`. */
export const liveId = 'live';

export interface RunOrder {
  text: string;
  set: Record<string, string>;
  /** "": what the file asks. */
  analysis: AnalysisType | '';
  options: AnalysisOptions;
  name: string;
}

/** What went wrong, in words for the user. */
export class Trouble extends Error {
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}
