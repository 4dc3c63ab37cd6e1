// What is being changed: the text of a model and its parameters. Both are checked as they change, and kept as a draft, so that
// nothing is lost when the page or the program ends.

import {Trouble} from '../data/source.ts';
import type {CheckAnswer, Fault, ModelText, Scene, Summary} from '../data/types.ts';
import {keep, kept, texts} from '../memory.ts';
import {debounce} from '../parts/dom.ts';
import {Signal} from '../signal.ts';
import type {LoadedRun, PageState} from '../state.ts';
import {History} from './history.ts';
import type {Edited} from './moved_point.ts';
import {sameDrawing} from './same_drawing.ts';

export type Checked = 'waiting' | 'checking' | 'good' | 'faults' | 'unknown';

export class ModelEdit {
  /** The model on the desk: file and draft as the program told them; null where there is none. */
  readonly model = new Signal<ModelText | null>(null);
  readonly text = new Signal('');
  /** Parameters that differ from the text, as on the command line: numbers with their unit. */
  readonly set = new Signal<Record<string, string>>({});
  readonly faults = new Signal<Fault[]>([]);
  readonly checked = new Signal<Checked>('unknown');
  /** The scene of the last check without faults; null until there is one. */
  readonly scene = new Signal<Scene | null>(null);
  /** The 3-D view shows the model as edited, not the run. */
  readonly preview = new Signal(false);
  /** The text has been edited and not saved. */
  readonly unsaved = new Signal(false);

  /** Computes and shows the model at once, where that can be done (live_run.ts). */
  live: (() => void) | null = null;
  /** Whether there is something to take back, or to do again. */
  readonly undoable = new Signal({undo: false, redo: false});

  private history = new History<Edited>({text: '', set: {}});
  /** What the run on show was made of, as far as the page knows. */
  private made = {text: '', set: {} as Record<string, string>};
  private asked = 0;
  private coming: {id: string; done: Promise<void>} | null = null;
  private checkSoon = debounce(500, () => this.check());
  private checkSooner = debounce(120, () => this.check());
  private draftSoon = debounce(400, () => this.keepDraft());

  constructor(readonly state: PageState) {
    addEventListener('pagehide', () => this.draftSoon.flush());
    state.run.listen((run) => {
      if (run?.info.model && run.info.model !== this.model.value?.id)
        this.open(run.info.model).catch((e) => this.tell(e));
      else if (this.model.value) {
        this.preview.value = false;
        if (run) this.made.set = run.info.set;
      }
    });
  }

  /** Puts a model on the desk, with the edits that were kept. Asked again while it comes, it comes once: what was typed meanwhile stays. */
  open(id: string): Promise<void> {
    if (this.coming?.id === id) return this.coming.done;
    const done = this.bring(id);
    this.coming = {id, done};
    return done;
  }

  private async bring(id: string): Promise<void> {
    this.draftSoon.flush();
    const model = await this.state.source.model(id).finally(() => {
      if (this.coming?.id === id) this.coming = null;
    });
    if (this.coming) return; // another was asked for meanwhile
    const run = this.state.run.value;
    this.made = {text: model.text, set: run?.info.model === id ? run.info.set : {}};
    this.model.value = model;
    this.set.value = kept(this.state, `set.${id}`, texts) ?? (run?.info.model === id ? run.info.set : model.set) ?? {};
    this.text.value = model.draft ?? model.text;
    this.unsaved.value = this.text.value !== model.text;
    this.faults.value = [];
    this.scene.value = null;
    this.preview.value = false;
    this.history = new History({text: this.text.value, set: this.set.value});
    this.tellHistory();
    await this.check();
  }

  private note(kind: string, joined = false): void {
    this.history.put({text: this.text.value, set: this.set.value}, kind, joined);
    this.tellHistory();
  }

  private tellHistory(): void {
    const {canUndo, canRedo} = this.history;
    this.undoable.value = {undo: canUndo, redo: canRedo};
  }

  /** Takes the last change back, of text or parameters, or does it again. */
  step(by: -1 | 1): void {
    const state = this.history.step(by);
    if (!state) return;
    this.tellHistory();
    this.put(state);
  }

  /** Another text and other parameters by hand; all changes of one `kind` are one step back. */
  move(to: Edited, kind: string): void {
    this.put(to);
    this.note(kind, true);
  }

  private put({text, set}: Edited): void {
    this.text.value = text;
    this.unsaved.value = text !== this.model.value?.text;
    this.keepSet(set);
    this.checked.value = 'waiting';
    this.draftSoon();
    this.follow();
  }

  private keepSet(set: Record<string, string>): void {
    this.set.value = set;
    const id = this.model.value?.id;
    if (id) keep(this.state, `set.${id}`, set);
  }

  /** What a hand does is computed at once. */
  private follow(): void {
    this.checkSoon.drop();
    this.checkSooner.drop();
    ++this.asked;
    if (this.live) this.live();
    else this.checkSooner();
  }

  type(text: string): void {
    if (text === this.text.value) return;
    this.text.value = text;
    this.unsaved.value = text !== this.model.value?.text;
    this.checked.value = 'waiting';
    this.note('text');
    this.draftSoon();
    this.checkSoon();
  }

  setParameter(name: string, value: string | null): void {
    const {[name]: _, ...rest} = this.set.value;
    this.keepSet(value === null ? rest : {...rest, [name]: value});
    this.checked.value = 'waiting';
    this.note(`set ${name}`);
    this.follow();
  }

  resetParameters(): void {
    this.keepSet({});
    this.note('reset');
    this.follow();
  }

  async check(): Promise<void> {
    this.checkSoon.drop();
    this.checkSooner.drop();
    const id = this.model.value?.id;
    if (!id) return;
    const mine = ++this.asked;
    this.checked.value = 'checking';
    let answer: CheckAnswer;
    try {
      answer = await this.state.source.check(id, this.text.value, this.set.value);
    } catch (trouble) {
      if (mine !== this.asked) return;
      this.checked.value = 'unknown';
      this.tell(trouble);
      return;
    }
    // The text has moved on, or another model came: a newer answer follows.
    if (mine !== this.asked || id !== this.model.value?.id) return;
    this.faults.value = answer.faults;
    this.checked.value = answer.faults.length > 0 ? 'faults' : 'good';
    if (answer.scene) this.scene.value = answer.scene;
    this.show(answer);
  }

  /** The design position of the edited model where it looks different from the run; the doctor speaks of the edited model anyway. */
  private show(answer: CheckAnswer): void {
    const run = this.state.run.value;
    const other = run !== null && run.info.model !== this.model.value?.id;
    if (!answer.scene || other) return;
    const changed = this.text.value !== this.made.text || !sameRecord(this.set.value, this.made.set);
    if (run?.scene && (!changed || sameDrawing(answer.scene, run.scene))) {
      if (this.preview.value) this.leavePreview();
      if (changed && answer.summary) this.state.summary.value = answer.summary;
      else if (answer.summary) this.advise(run, answer.summary);
      return;
    }
    this.state.scene.value = answer.scene;
    if (answer.summary) this.state.summary.value = answer.summary;
    this.preview.value = run !== null;
  }

  /** A run names redundant constraints; what could be released instead only a check has tried. */
  private advise(run: LoadedRun, checked: Summary): void {
    if (!run.summary) return;
    const same = (group: string[]) => checked.redundant.find((each) => sameNames(each.group, group));
    const redundant = run.summary.redundant.map((each) =>
      each.suggestions.length > 0 ? each : {...each, suggestions: same(each.group)?.suggestions ?? []},
    );
    if (redundant.every((each) => each.suggestions.length === 0)) return;
    run.summary = {...run.summary, redundant};
    this.state.summary.value = run.summary;
  }

  /** Back to the run. */
  leavePreview(): void {
    const run = this.state.run.value;
    if (run?.scene) this.state.scene.value = run.scene;
    this.state.summary.value = run?.summary ?? null;
    this.preview.value = false;
  }

  /** What a run was made of has no faults. */
  good(scene: Scene): void {
    this.faults.value = [];
    this.checked.value = 'good';
    this.scene.value = scene;
  }

  /** Faults that a run has found. */
  found(faults: Fault[]): void {
    this.faults.value = faults;
    this.checked.value = 'faults';
  }

  /** A run was made of text and parameters as they were. */
  ranWith(text: string, set: Record<string, string>): void {
    this.made = {text, set};
  }

  private keepDraft(): void {
    const model = this.model.value;
    if (!model) return;
    const draft = this.unsaved.value ? this.text.value : null;
    this.state.source.keepDraft(model.id, draft).catch((trouble) => {
      this.tell(trouble);
      this.draftSoon();
    });
  }

  /** Takes back all edits of the text. */
  discard(): void {
    const model = this.model.value;
    if (!model) return;
    this.type(model.text);
    this.draftSoon.flush();
  }

  /** Writes the model file. False: the file has been changed by someone else. */
  async save(overwrite = false): Promise<boolean> {
    const model = this.model.value;
    if (!model) return true;
    const text = this.text.value;
    const mark = overwrite ? (await this.state.source.model(model.id)).mark : model.mark;
    try {
      this.model.value = await this.state.source.save(model.id, text, mark);
    } catch (trouble) {
      if (trouble instanceof Trouble && trouble.status === 409) return false;
      throw trouble;
    }
    this.unsaved.value = this.text.value !== text;
    this.draftSoon();
    this.draftSoon.flush();
    return true;
  }

  /** Takes the file as it is now in place of the edits. */
  async reload(): Promise<void> {
    const model = this.model.value;
    if (!model) return;
    this.model.value = await this.state.source.model(model.id);
    this.discard();
  }

  private tell(trouble: unknown): void {
    this.state.tell(trouble instanceof Error ? trouble.message : String(trouble), 'error');
  }
}

export function sameRecord(a: Record<string, string>, b: Record<string, string>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function sameNames(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}
