// What the parts of the page share: the data, the run that is shown, the time, the selection. Each part listens to what it needs;
// none knows another.

import {variantDetail} from './data/family.ts';
import type {Source} from './data/source.ts';
import {Table} from './data/table.ts';
import type {ElementRef, Project, RunDetail, RunInfo, Scene, Summary} from './data/types.ts';
import {Signal} from './signal.ts';

export interface LoadedRun {
  info: RunInfo;
  detail: RunDetail;
  scene: Scene | null;
  summary: Summary | null;
  table: Table;
  /** Of a sweep whose curves were kept: the one that detail and table are of. */
  variant?: number;
  /** Of a run that is not kept: the kept one that was on show before. */
  before?: string;
}

export class PageState {
  readonly project: Signal<Project>;
  /** The run that the 3-D view and the panels show; null: only a model, not yet run. */
  readonly run = new Signal<LoadedRun | null>(null);
  /** Runs that are drawn over it in plots, and as ghosts in 3-D. */
  readonly overlays = new Signal<LoadedRun[]>([]);
  /** The scene on show: of the run, or of the model as it is being edited. */
  readonly scene = new Signal<Scene | null>(null);
  /** The doctor's findings on show: of the run, or of the check of the text. */
  readonly summary = new Signal<Summary | null>(null);
  /** Value of the run's axis column: time, or the parameter of a sweep. */
  readonly time = new Signal(0);
  readonly selection = new Signal<ElementRef | null>(null);
  /** Elements that stand out in 3-D: the offending joints. */
  readonly highlight = new Signal<string[]>([]);
  readonly theme = new Signal<'light' | 'dark'>('light');
  /** Shown to the user for a while. */
  readonly notice = new Signal<{text: string; kind: 'info' | 'error'} | null>(null);

  constructor(
    readonly source: Source,
    project: Project,
  ) {
    this.project = new Signal(project);
  }

  async load(id: string): Promise<LoadedRun> {
    const info = this.project.value.runs.find((each) => each.id === id);
    if (!info) throw new Error(`there is no run ${id}`);
    const [detail, scene, summary] = await Promise.all([
      this.source.detail(id),
      this.source.scene(id),
      this.source.summary(id),
    ]);
    const run = {info, detail, scene, summary, table: new Table(this.source, detail)};
    return detail.family ? this.variantOf(run, 0) : run;
  }

  /** Shows a run. */
  async show(id: string): Promise<void> {
    const run = await this.load(id);
    this.run.value = run;
    this.scene.value = run.scene;
    this.summary.value = run.summary;
    this.source.remember('run', id);
  }

  private variantOf(run: LoadedRun, variant: number): LoadedRun {
    const detail = variantDetail(run.detail, variant);
    return {...run, variant, detail, table: new Table(this.source, detail)};
  }

  /** Shows another variant of the sweep on show. */
  showVariant(variant: number): void {
    const run = this.run.value;
    if (run?.detail.family && run.variant !== variant) this.run.value = this.variantOf(run, variant);
  }

  /** The rows of the run on show that have come since. */
  async lookAgain(): Promise<void> {
    const run = this.run.value;
    if (!run || run.variant !== undefined) return;
    const detail = await this.source.detail(run.info.id);
    if (this.run.value !== run || detail.rows === run.detail.rows) return;
    this.run.value = {...run, detail, table: new Table(this.source, detail)};
  }

  async overlay(ids: string[]): Promise<void> {
    const known = new Map(this.overlays.value.map((each) => [each.info.id, each]));
    this.overlays.value = await Promise.all(ids.map((id) => known.get(id) ?? this.load(id)));
    this.source.remember('overlays', ids);
  }

  /** What was remembered under a key. */
  remembered<T>(key: string): T | undefined {
    return this.project.value.memory[key] as T | undefined;
  }

  tell(text: string, kind: 'info' | 'error' = 'info'): void {
    this.notice.value = {text, kind};
  }
}
