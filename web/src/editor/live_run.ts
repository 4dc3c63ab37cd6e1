// The model as it is edited, computed while a hand moves: results that are shown and kept nowhere. While one is computed the newest
// state waits for it, so that the picture is never further behind than one computation. The run that was on show before stays as a
// ghost and as dashed curves. What fails leaves the picture as it is, and says why.
import type {HeldRun} from '../data/held_run.ts';
import {liveId, type RunOrder, Trouble} from '../data/source.ts';
import {Table} from '../data/table.ts';
import {Signal} from '../signal.ts';
import type {LoadedRun, PageState} from '../state.ts';
import {words} from './faults.ts';
import type {ModelEdit} from './model_edit.ts';

export class LiveRun {
  /** Why what is on show is not what the text says; "": it is. */
  readonly trouble = new Signal('');
  /** How often an answer has been shown. */
  readonly shown = new Signal(0);
  private wanted = 0;
  private done = 0;
  private busy = false;

  constructor(
    private state: PageState,
    private edit: ModelEdit,
    private order: () => Pick<RunOrder, 'analysis' | 'options'>,
  ) {
    edit.live = () => this.ask();
    state.run.listen((run) => {
      if (run?.info.id !== liveId) this.trouble.value = '';
    });
  }

  /** Whether what was asked last is not yet answered. */
  get waiting(): boolean {
    return this.done !== this.wanted;
  }

  ask(): void {
    ++this.wanted;
    if (!this.busy) this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.done !== this.wanted) {
      const mine = this.wanted;
      await this.compute().catch((trouble: Error) => {
        this.trouble.value = trouble.message;
        this.state.tell(trouble.message, 'error');
      });
      this.done = mine;
    }
    this.busy = false;
  }

  private async compute(): Promise<void> {
    const {edit, state} = this;
    const model = edit.model.value?.id;
    if (!model) return;
    const text = edit.text.value;
    const set = edit.set.value;
    const {analysis, options} = this.order();
    // A text that asks for nothing is put together.
    const asked = analysis || (edit.scene.value?.analysis === '' ? 'assembly' : '');
    try {
      const answer = await state.source.live(model, {text, set, analysis: asked, options, name: ''});
      if (model !== edit.model.value?.id) return;
      if (!answer.run) {
        edit.found(answer.faults);
        this.trouble.value = answer.faults[0] ? words(answer.faults[0]) : 'The model cannot be computed.';
        return;
      }
      const {summary, rows} = answer.run.told;
      edit.good(answer.run.told.scene);
      if (summary.status === 'failed' || rows === 0) {
        this.trouble.value = summary.message || 'The computation gave no results.';
        return;
      }
      this.show(model, answer.run, text, set);
    } catch (trouble) {
      // Where it takes too long the mechanism follows in its design position.
      if (!(trouble instanceof Trouble) || trouble.status !== 408) throw trouble;
      this.trouble.value = `${trouble.message}: the design position is shown. Run computes it.`;
      await edit.check();
    }
  }

  private show(model: string, held: HeldRun, text: string, set: Record<string, string>): void {
    const {state, edit} = this;
    const {scene, summary} = held.told;
    const base = this.base(model);
    const detail = held.detail(liveId);
    const info = {
      id: liveId,
      name: 'as edited, not kept',
      kind: 'run' as const,
      model,
      analysis: summary.analysis,
      status: summary.status,
      message: summary.message,
      made: false,
      set,
      created: '',
    };
    const run: LoadedRun = {
      info,
      detail,
      scene,
      summary,
      table: new Table(state.source, detail),
      before: base?.info.id,
    };
    edit.ranWith(text, set);
    if (base && !state.overlays.value.some((each) => each.info.id === base.info.id))
      state.overlays.value = [base, ...state.overlays.value];
    state.scene.value = scene;
    state.summary.value = summary;
    state.run.value = run;
    this.trouble.value = '';
    ++this.shown.value;
  }

  /** The kept run that it is compared with. */
  private base(model: string): LoadedRun | null {
    const run = this.state.run.value;
    if (!run || run.info.model !== model) return null;
    if (run.info.id !== liveId) return run;
    return this.state.overlays.value.find((each) => each.info.id === run.before) ?? null;
  }
}
