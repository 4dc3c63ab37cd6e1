// Runs the model as it is edited: which analysis, how long, progress, cancel. A run that was going on when the page was loaded is
// followed as if it had been started here.

import {type AnalysisOptions, type AnalysisType, analyses} from '../data/generated.ts';
import type {Fault, Job, Project} from '../data/types.ts';
import {words} from '../editor/faults.ts';
import type {ModelEdit} from '../editor/model_edit.ts';
import {keep, kept, texts} from '../memory.ts';
import {button, fill, h, marked} from '../parts/dom.ts';
import {seconds} from '../parts/format.ts';
import type {PageState} from '../state.ts';

const pause = 200;
/** Milliseconds between two looks at the rows of a run that is under way. */
const look = 500;

export interface RunActions {
  /** Leads to the line of the fault in the text. */
  fault(fault: Fault): void;
}

/** A short name of what is different: "k=40, c=2"; "" where nothing is. */
export function nameOf(set: Record<string, string>, analysis: string): string {
  const words = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  if (analysis) words.unshift(analysis.replaceAll('_', ' '));
  const text = words.slice(0, 3).join(', ');
  return words.length > 3 ? `${text}, +${words.length - 3}` : text;
}

/** Options of the command line from the fields; empty ones are left to the file. */
export function optionsOf(fields: AnalysisOptions): AnalysisOptions {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

export class RunBar {
  private analysis = h(
    'select',
    {'aria-label': 'Analysis'},
    h('option', {value: ''}, 'as the file asks'),
    analyses.map((value) => h('option', {value}, value.replaceAll('_', ' '))),
  );
  private duration = h('input', {
    class: 'field',
    'aria-label': 'Duration',
    placeholder: 'as in file',
    autocomplete: 'off',
  });
  private step = h('input', {
    class: 'field',
    'aria-label': 'Output step',
    placeholder: 'as in file',
    autocomplete: 'off',
  });
  private run = button('Run', () => this.start(), {
    class: 'primary',
    title: 'Compute with the text and parameters as they are now (Ctrl+Enter)',
  });
  private cancel = button('Cancel', () => this.stop(), {hidden: true});
  private progress = h('progress', {max: 1, 'aria-label': 'Progress of the run', hidden: true});
  private message = h('p', {class: 'run-message', role: 'status'});
  private job: string | null = null;
  /** The run that was drawn over a new one to compare. */
  private before: string | null = null;

  constructor(
    host: HTMLElement,
    private state: PageState,
    private edit: ModelEdit,
    private actions: RunActions,
  ) {
    host.append(
      h(
        'div',
        {class: 'run-bar', role: 'group', 'aria-label': 'Run the model'},
        h(
          'div',
          {class: 'run-fields'},
          h('label', {class: 'run-field wide'}, h('span', {}, 'Analysis'), this.analysis),
          h('label', {class: 'run-field'}, h('span', {}, 'Duration'), this.duration),
          h('label', {class: 'run-field'}, h('span', {}, 'Output step'), this.step),
        ),
        h('div', {class: 'run-line'}, this.run, this.cancel, this.progress, this.message),
      ),
    );
    for (const each of [this.analysis, this.duration, this.step])
      each.addEventListener('change', () => this.keepFields());
    edit.model.follow(() => this.fields());
    edit.checked.listen(() => this.showFaults());
    const running = state.project.value.jobs.find((each) => each.state === 'running');
    if (running) this.follow(running).catch((trouble: Error) => state.tell(trouble.message, 'error'));
  }

  /** Why what is on show is not what was edited; "": it is. */
  hindered(words: string): void {
    if (this.job) return;
    if (words) this.say(words, 'bad');
    else if (this.message.classList.contains('bad')) this.say('');
  }

  /** The text is known to be faulty: said beside the button, which works all the same. */
  private showFaults(): void {
    if (this.job) return;
    const n = this.edit.faults.value.length;
    if (this.edit.checked.value === 'faults')
      this.say(n === 1 ? 'The text has a fault.' : `The text has ${n} faults.`, 'bad');
    else if (this.message.classList.contains('bad') && this.edit.checked.value === 'good') this.say('');
  }

  private fields(): void {
    const model = this.edit.model.value;
    this.run.disabled = !model || this.job !== null;
    const memory = model ? kept(this.state, `fields.${model.id}`, texts) : undefined;
    this.analysis.value = analyses.find((value) => value === memory?.analysis) ?? '';
    this.duration.value = memory?.duration ?? '';
    this.step.value = memory?.output_step ?? '';
  }

  private keepFields(): void {
    const id = this.edit.model.value?.id;
    const {value: analysis} = this.analysis;
    if (id) keep(this.state, `fields.${id}`, {analysis, duration: this.duration.value, output_step: this.step.value});
  }

  /** What the fields ask for beside the text. */
  order(): {analysis: AnalysisType | ''; options: AnalysisOptions} {
    const analysis = analyses.find((value) => value === this.analysis.value) ?? '';
    return {analysis, options: optionsOf({duration: this.duration.value, output_step: this.step.value})};
  }

  async start(): Promise<void> {
    const model = this.edit.model.value;
    if (!model || this.job) return;
    const text = this.edit.text.value;
    const set = {...this.edit.set.value};
    const {analysis, options} = this.order();
    this.keepFields();
    this.busy(true);
    try {
      const job = await this.state.source.start(model.id, {text, set, analysis, options, name: nameOf(set, analysis)});
      await this.follow(job, () => this.edit.ranWith(text, set));
    } catch (trouble) {
      this.busy(false);
      this.say((trouble as Error).message, 'bad');
      this.state.tell((trouble as Error).message, 'error');
    }
  }

  private async follow(job: Job, done: (() => void) | null = null): Promise<void> {
    this.job = job.id;
    this.busy(true);
    const began = performance.now();
    let looked = began;
    let now = job;
    let misses = 0;
    while (now.state === 'running') {
      this.progress.value = now.progress;
      this.say(`${Math.floor(100 * now.progress)} %${now.message ? ` · ${now.message}` : ''}`);
      await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        now = await this.state.source.job(job.id);
        misses = 0;
        if (now.state === 'running' && now.run && performance.now() - looked > look) {
          await this.lookAt(now, done !== null);
          looked = performance.now();
        }
      } catch (trouble) {
        // The program may be slow, or come back; three seconds without answer are the end of it.
        if (++misses * pause > 3000) {
          this.job = null;
          this.busy(false);
          this.say((trouble as Error).message, 'bad');
          this.state.tell((trouble as Error).message, 'error');
          return;
        }
      }
    }
    this.job = null;
    this.busy(false);
    await this.finish(now, (performance.now() - began) / 1000, done);
  }

  /** Shows the rows that have come so far. */
  private async lookAt(job: Job, mine: boolean): Promise<void> {
    const shown = this.state.run.value;
    if (!job.run || (!mine && shown !== null && shown.info.model !== job.model)) return;
    try {
      if (shown?.info.id === job.run) return await this.state.lookAgain();
      await this.renew();
      await this.show(job.run, shown?.info.model === job.model ? (shown.before ?? shown.info.id) : null);
    } catch {
      // The run has ended in this moment: its results are shown then.
    }
  }

  private async renew(): Promise<Project> {
    const project = await this.state.source.project();
    this.state.project.value = {...project, memory: {...project.memory, ...this.state.project.value.memory}};
    return project;
  }

  private async finish(job: Job, took: number, done: (() => void) | null): Promise<void> {
    if (job.faults.length > 0 && job.model === this.edit.model.value?.id) this.edit.found(job.faults);
    const project = await this.renew();
    // What another model has computed meanwhile is in the list; it does not push aside what is looked at.
    const shown = this.state.run.value;
    const mine = done !== null || shown === null || shown.info.model === job.model;
    if (mine) {
      done?.();
      const kept = shown?.before ?? shown?.info.id ?? null;
      const before = kept === job.run ? this.before : shown?.info.model === job.model ? kept : null;
      // What failed does not push aside what is good: it is in the list, and can be looked at.
      const good = job.state !== 'failed' || shown === null || shown.info.id === job.run;
      if (job.run && good) await this.show(job.run, before ?? null);
      this.tell(job, took);
    }
    const next = project.jobs.find((each) => each.state === 'running');
    if (next && !this.job) await this.follow(next);
  }

  /** Before and after: the run that was on show is drawn over the new one, in the place of the one drawn so before. */
  private async show(run: string, before: string | null): Promise<void> {
    await this.state.show(run);
    const others = this.state.overlays.value.map((each) => each.info.id);
    const left = others.filter((id) => id !== run && id !== before && id !== this.before);
    this.before = before === run ? null : before;
    await this.state.overlay(this.before ? [this.before, ...left] : left);
  }

  private tell(job: Job, took: number): void {
    const name = this.state.run.value?.info.name ?? '';
    if (job.state === 'done') {
      const over = this.before ? '; the run before is drawn over it' : '';
      this.say(`Done in ${seconds(took)}`);
      this.state.tell(`${name}: done in ${seconds(took)}${over}`);
    } else if (job.state === 'cancelled') {
      this.say('Cancelled');
      this.state.tell(job.run ? 'Cancelled; what was computed is on show' : 'Cancelled');
    } else this.failed(job);
  }

  private failed(job: Job): void {
    const first = job.faults[0];
    const more = job.faults.length > 1 ? ` (and ${job.faults.length - 1} more)` : '';
    const why = first ? `The text has a fault: ${words(first)}${more}` : job.message || 'The run failed';
    const shown = this.state.run.value?.info.id === job.run;
    const rows = shown
      ? ' What was computed until then is on show.'
      : ' What was computed until then is in the list of runs.';
    this.state.tell(job.run ? `${why}${rows}` : why, 'error');
    this.message.className = 'run-message bad';
    if (first && !first.file && first.line > 0) {
      const where = button(`Go to line ${first.line}`, () => this.actions.fault(first), {class: 'small'});
      fill(
        this.message,
        job.faults.length === 1 ? 'The text has a fault. ' : `The text has ${job.faults.length} faults. `,
        where,
      );
      this.actions.fault(first);
    } else fill(this.message, marked(why));
  }

  private async stop(): Promise<void> {
    if (!this.job) return;
    this.cancel.disabled = true;
    try {
      await this.state.source.cancel(this.job);
    } catch (trouble) {
      this.state.tell((trouble as Error).message, 'error');
    }
  }

  private busy(on: boolean): void {
    this.run.disabled = on || !this.edit.model.value;
    this.cancel.hidden = !on;
    this.cancel.disabled = false;
    this.progress.hidden = !on;
    if (on) this.progress.value = 0;
  }

  private say(text: string, kind = ''): void {
    this.message.className = `run-message ${kind}`;
    this.message.textContent = text;
  }
}
