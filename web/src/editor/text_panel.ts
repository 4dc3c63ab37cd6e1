// The tab with the model's text: the editor, the faults of the text, saving.

import type {ElementRef} from '../data/types.ts';
import {choose} from '../parts/dialog.ts';
import {button, fill, h, icon, iconButton, marked} from '../parts/dom.ts';
import {count} from '../parts/format.ts';
import {EditorView} from './editor_view.ts';
import {type PlacedFault, placed} from './faults.ts';
import type {ModelEdit} from './model_edit.ts';

const others: [string, string][] = [
  ['.xlsx', 'a workbook'],
  ['.mbs', 'a model of ROBOTRAN'],
  ['.urdf', 'a robot in URDF'],
  ['.xml', 'a model of MuJoCo'],
  ['.mjcf', 'a model of MuJoCo'],
];
const madeOf = (file: string) => others.find(([ending]) => file.endsWith(ending))?.[1] ?? '';
const notSaved = (file: string) =>
  `This text ${madeOf(file) ? `was made of ${madeOf(file)}` : 'belongs to a run'} and cannot be saved. Your edits are kept, and Run uses them.`;

export class TextPanel {
  private editor: EditorView;
  private file = h('span', {class: 'text-file'});
  private status = h('p', {class: 'text-status', role: 'status'});
  private list = h('ul', {class: 'text-faults', 'aria-label': 'Faults of the text'});
  private save = button('Save', () => this.saveNow(), {title: 'Write the model file (Ctrl+S)'});
  private discard = button('Discard edits', () => this.askDiscard());
  private goto = button('', () => this.gotoSelection(), {class: 'small', hidden: true});

  constructor(
    host: HTMLElement,
    private edit: ModelEdit,
    widen: () => void,
  ) {
    const wide = iconButton('expand', 'Wide text, or narrow again', widen);
    host.append(h('div', {class: 'text-bar'}, this.file, this.goto, wide, this.discard, this.save));
    this.editor = new EditorView(host, {
      typed: (text) => edit.type(text),
      step: (by) => edit.step(by),
      scene: () => edit.scene.value ?? edit.state.scene.value,
    });
    host.append(
      this.status,
      this.list,
      h(
        'p',
        {class: 'text-keys soft', id: 'editor-keys'},
        h('kbd', {}, 'Tab'),
        ' indents; ',
        h('kbd', {}, 'Esc'),
        ' then ',
        h('kbd', {}, 'Tab'),
        ' leaves the editor; ',
        h('kbd', {}, 'Ctrl+Space'),
        ' completes; ',
        h('kbd', {}, 'Ctrl+F'),
        ' searches; ',
        h('kbd', {}, 'Ctrl+S'),
        ' saves; ',
        h('kbd', {}, 'Ctrl+Enter'),
        ' runs',
      ),
    );
    edit.text.follow((text) => {
      this.editor.text = text;
    });
    edit.model.listen(() => this.showFile());
    edit.unsaved.listen(() => this.showFile());
    edit.faults.listen(() => this.showFaults());
    edit.checked.follow(() => this.showFaults());
    edit.state.selection.listen(() => this.showSelection());
    edit.scene.listen(() => this.showSelection());
    this.showFile();
  }

  /** The line of an element in the text as it was last read without faults; 0 where it is not known. */
  lineOf(ref: ElementRef): number {
    const scene = this.edit.scene.value ?? this.edit.state.scene.value;
    const section = scene?.sections.find((each) => each.name === ref.section);
    return section?.elements.find((each) => each.name === ref.name)?.line ?? 0;
  }

  jump(line: number, from = 0, to = from): void {
    this.editor.jump(line, from, to);
  }

  private gotoSelection(): void {
    const ref = this.edit.state.selection.value;
    if (ref) this.jump(this.lineOf(ref));
  }

  private showSelection(): void {
    const ref = this.edit.state.selection.value;
    const line = ref ? this.lineOf(ref) : 0;
    this.goto.hidden = line === 0;
    if (ref) this.goto.textContent = `Go to ${ref.name}`;
  }

  private showFile(): void {
    const model = this.edit.model.value;
    const unsaved = this.edit.unsaved.value;
    fill(
      this.file,
      h('strong', {}, model?.file ?? ''),
      unsaved && h('span', {class: 'badge warn'}, 'edited, not saved'),
      model &&
        !model.writable &&
        h('span', {class: 'badge'}, madeOf(model.file) ? `of ${madeOf(model.file)}` : 'copy of a run'),
    );
    this.save.disabled = !unsaved || !model?.writable;
    this.save.title = model?.writable ? 'Write the model file (Ctrl+S)' : notSaved(model?.file ?? '');
    this.discard.disabled = !unsaved;
  }

  private showFaults(): void {
    const {checked} = this.edit;
    const all = placed(this.edit.faults.value, this.edit.text.value.split('\n'));
    this.editor.mark(all);
    const words = {
      waiting: '…',
      checking: 'Checking …',
      good: 'The text has no faults.',
      faults: `${count(all.length, 'fault')} in the text`,
      unknown: 'The text has not been checked.',
    };
    this.status.className = `text-status ${checked.value}`;
    fill(
      this.status,
      checked.value === 'good' && icon('check'),
      checked.value === 'faults' && icon('warning'),
      words[checked.value],
    );
    fill(
      this.list,
      all.slice(0, 100).map((each) => h('li', {}, this.faultButton(each))),
    );
  }

  private faultButton(fault: PlacedFault): HTMLElement {
    const where = fault.line > 0 ? `line ${fault.line}` : 'whole text';
    return h(
      'button',
      {type: 'button', class: 'text-fault', onclick: () => this.jump(Math.max(1, fault.line), fault.from, fault.to)},
      h('span', {class: 'text-fault-line'}, where),
      h('span', {}, marked(fault.message)),
    );
  }

  private async askDiscard(): Promise<void> {
    const answer = await choose('Discard your edits?', 'The text becomes that of the file again.', [
      {label: 'Discard edits', value: 'yes', primary: true},
      {label: 'Keep editing', value: 'no'},
    ]);
    if (answer === 'yes') this.edit.discard();
  }

  async saveNow(): Promise<void> {
    const {edit} = this;
    const model = edit.model.value;
    if (!model) return;
    if (!model.writable) {
      edit.state.tell(notSaved(model.file));
      return;
    }
    try {
      if (!(await edit.save()) && !(await this.conflict())) return;
      edit.state.tell(`Saved ${model.file}`);
    } catch (trouble) {
      edit.state.tell(`Not saved: ${(trouble as Error).message}`, 'error');
    }
  }

  /** The file was changed elsewhere. True: it has been written all the same. */
  private async conflict(): Promise<boolean> {
    const answer = await choose(
      'The file has been changed elsewhere',
      `${this.edit.model.value?.file} is not what it was when this page read it. Your edits are still here.`,
      [
        {label: 'Overwrite the file', value: 'overwrite'},
        {label: 'Take the file, drop my edits', value: 'reload'},
        {label: 'Keep editing', value: 'keep', primary: true},
      ],
    );
    if (answer === 'overwrite') return this.edit.save(true);
    if (answer === 'reload') await this.edit.reload();
    return false;
  }
}
