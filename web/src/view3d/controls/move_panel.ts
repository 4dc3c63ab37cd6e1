// The small panel of the tool that moves points: what is held, its coordinates to read and to type, the step, undo.
import type {Vec3} from '../../data/types.ts';
import {written} from '../../editor/moved_point.ts';
import {h, iconButton} from '../../parts/dom.ts';
import type {Way} from './grips.ts';

export interface MoveActions {
  type(axis: 0 | 1 | 2, value: number): void;
  step(step: number): void;
  undo(by: -1 | 1): void;
  close(): void;
}

const ways: Record<Way, string> = {
  x: 'along x',
  y: 'along y',
  z: 'along z',
  xy: 'in the plane x y',
  yz: 'in the plane y z',
  zx: 'in the plane z x',
};

export class MovePanel {
  readonly root: HTMLElement;
  private name = h('strong', {class: 'move-name'}, 'Take a point');
  private fields: HTMLInputElement[];
  private labels: HTMLElement[];
  private step: HTMLInputElement;
  private unit = h('span', {class: 'unit'});
  private note = h('p', {class: 'move-note', role: 'status'});
  private undo: HTMLButtonElement;
  private redo: HTMLButtonElement;
  private way = '';

  constructor(actions: MoveActions) {
    this.fields = [0, 1, 2].map((axis) =>
      h('input', {
        class: 'field move-field',
        inputmode: 'decimal',
        'aria-label': `${'xyz'[axis]} of the point`,
        autocomplete: 'off',
        disabled: true,
        onchange: (event) => {
          const value = Number((event.target as HTMLInputElement).value.replace(',', '.'));
          if (Number.isFinite(value)) actions.type(axis as 0 | 1 | 2, value);
        },
      }),
    );
    this.labels = this.fields.map((field, axis) => h('label', {class: 'move-label'}, 'xyz'[axis]!, field));
    this.step = h('input', {
      class: 'field move-field',
      inputmode: 'decimal',
      'aria-label': 'Step of moved points; 0: none',
      autocomplete: 'off',
      onchange: () => {
        const value = Number(this.step.value.replace(',', '.'));
        if (Number.isFinite(value) && value >= 0) actions.step(value);
      },
    });
    this.undo = iconButton('undo', 'Undo (Ctrl+Z)', () => actions.undo(-1));
    this.redo = iconButton('redo', 'Redo (Ctrl+Shift+Z)', () => actions.undo(1));
    this.root = h(
      'div',
      {class: 'move-panel', role: 'group', 'aria-label': 'Move points', hidden: true},
      h(
        'div',
        {class: 'move-row'},
        this.name,
        this.labels,
        this.unit,
        h(
          'label',
          {class: 'move-label', title: 'Points move by multiples of this; hold Alt for none'},
          'step',
          this.step,
        ),
        this.undo,
        this.redo,
        iconButton('close', 'Leave points alone', () => actions.close()),
      ),
      this.note,
    );
    this.trouble('');
  }

  setup(unit: string, step: number, dimension: 2 | 3): void {
    this.unit.textContent = unit;
    if (document.activeElement !== this.step) this.step.value = written(step);
    this.labels[2]!.hidden = dimension === 2;
  }

  undoable(undo: boolean, redo: boolean): void {
    this.undo.disabled = !undo;
    this.redo.disabled = !redo;
  }

  show(name: string | null, at: Vec3 | null, why: (axis: number) => string): void {
    this.name.textContent = name ?? 'Take a point';
    this.fields.forEach((field, axis) => {
      field.disabled = at === null || why(axis) !== '';
      field.title = why(axis);
    });
    if (at) this.values(at);
  }

  values(at: Vec3): void {
    this.fields.forEach((field, axis) => {
      if (document.activeElement !== field) field.value = written(at[axis]!);
    });
  }

  moving(way: Way | null): void {
    this.way = way ? `${ways[way]}; Alt: without steps` : '';
    if (!this.note.classList.contains('bad')) this.trouble('');
  }

  /** Why the picture is not what the text says, or how the hand moves. */
  trouble(words: string): void {
    this.note.classList.toggle('bad', words !== '');
    this.note.textContent =
      words || this.way || 'Drag a point in the plane you see, or an arrow of it along its axis. Run keeps the result.';
  }
}
