// The tab of the parameters: a slider and a field for each that may be changed; those that follow others are shown with their
// expression. Below them the other numbers of the file, by section.

import type {SceneParameter} from '../data/types.ts';
import type {ModelEdit} from '../editor/model_edit.ts';
import {keep, kept, ranges} from '../memory.ts';
import {button, fill, h, iconButton} from '../parts/dom.ts';
import {number} from '../parts/format.ts';
import {groupsOf, type NumberGroup, sizeOf} from './number_groups.ts';
import {
  numberOf,
  type Range,
  rangeAbout,
  rangeNear,
  rounded,
  settingOf,
  stepOf,
  valueInUnit,
  widened,
} from './parameter_range.ts';

export class Parameters {
  private ranges: Record<string, Range> = {};
  private rows = new Map<string, {show(parameter: SceneParameter): void; key: string}>();
  private list = h('div', {class: 'parameters'});
  /** Groups that were opened or closed by hand. */
  private opened = new Map<string, boolean>();
  private size = 0;
  private resetAll = button('Reset all', () => this.edit.resetParameters());

  constructor(
    host: HTMLElement,
    private edit: ModelEdit,
  ) {
    host.append(
      h(
        'div',
        {class: 'parameters-bar'},
        h(
          'p',
          {class: 'soft'},
          'What is changed is computed at once; the file stays as it is, and Run keeps the result.',
        ),
        this.resetAll,
      ),
      this.list,
    );
    edit.model.listen((model) => {
      this.rows.clear();
      this.ranges = (model && kept(edit.state, `ranges.${model.id}`, ranges)) || {};
      this.draw();
    });
    edit.scene.listen(() => this.draw());
    edit.state.scene.listen(() => this.draw());
    edit.set.listen(() => this.draw());
    this.draw();
  }

  private draw(): void {
    if (!this.edit.model.value) return; // what is set before the model has come would be lost
    const scene = this.edit.scene.value ?? this.edit.state.scene.value;
    const parameters = scene?.parameters ?? [];
    const numbers = scene?.numbers ?? [];
    this.size = sizeOf(numbers);
    this.resetAll.disabled = Object.keys(this.edit.set.value).length === 0;
    // Rows stay where the parameters are the same ones, so that a slider is not lost under the hand.
    const all = [...parameters, ...numbers];
    const key = all.map((each) => `${each.name} ${each.free} ${each.unit}`).join('\n');
    if (this.list.dataset.key !== key || this.rows.size === 0) {
      this.list.dataset.key = key;
      this.rows.clear();
      fill(
        this.list,
        parameters.length === 0 &&
          h(
            'p',
            {class: 'panel-note'},
            'This model has no parameters. Numbers become parameters in its section `parameters`.',
          ),
        parameters.map((each) => (each.free ? this.free(each) : this.derived(each))),
        groupsOf(numbers, parameters.length).map((each) => this.group(each)),
      );
    }
    for (const each of all) this.rows.get(each.name)?.show(each);
  }

  /** Its rows are made when it is first opened. */
  private group({title, numbers, open}: NumberGroup): HTMLElement {
    const rows = h('div', {});
    const box = h(
      'details',
      {class: 'parameter-group'},
      h('summary', {}, `${title} `, h('span', {class: 'soft'}, String(numbers.length))),
      rows,
    );
    const build = () => {
      if (!box.open || rows.childElementCount > 0) return;
      fill(
        rows,
        numbers.map((each) => (each.free ? this.free(each, each.section === 'points') : this.derived(each))),
      );
      for (const each of numbers) this.rows.get(each.name)?.show(each);
    };
    box.open = this.opened.get(title) ?? open;
    build();
    box.addEventListener('toggle', () => {
      this.opened.set(title, box.open);
      build();
    });
    return box;
  }

  private derived(parameter: SceneParameter): HTMLElement {
    const value = h('output', {class: 'parameter-value'});
    const text = h('code', {});
    this.rows.set(parameter.name, {
      key: parameter.name,
      show: (now) => {
        value.textContent = number(now.value, 5);
        text.textContent = now.text ? `= ${now.text}` : '';
      },
    });
    return h(
      'div',
      {class: 'parameter derived'},
      h('span', {class: 'parameter-name'}, parameter.name),
      text,
      value,
      h('span', {class: 'unit'}, parameter.unit),
    );
  }

  private free(parameter: SceneParameter, isPoint = false): HTMLElement {
    const {name} = parameter;
    const label = parameter.unit ? `${name} in ${parameter.unit}` : name;
    const start = numberOf(parameter.text) ?? parameter.value;
    let range: Range = this.ranges[name] ?? (isPoint ? rangeNear(start, this.size) : rangeAbout(start));
    let own: number | undefined = numberOf(parameter.text);
    const slider = h('input', {type: 'range', 'aria-label': `${label}, slider`, class: 'parameter-slider'});
    const field = h('input', {
      class: 'field parameter-field',
      inputmode: 'decimal',
      'aria-label': label,
      autocomplete: 'off',
    });
    const reset = iconButton('reset', `Reset ${name}`, () => this.edit.setParameter(name, null), {class: 'small'});
    const low = h('input', {
      class: 'field parameter-end',
      inputmode: 'decimal',
      'aria-label': `Lowest ${name} of the slider`,
    });
    const high = h('input', {
      class: 'field parameter-end',
      inputmode: 'decimal',
      'aria-label': `Highest ${name} of the slider`,
    });
    const row = h(
      'div',
      {class: 'parameter', role: 'group', 'aria-label': name},
      h('span', {class: 'parameter-name'}, name, h('span', {class: 'parameter-changed'}, ' changed')),
      field,
      h('span', {class: 'unit'}, parameter.unit),
      reset,
      h('div', {class: 'parameter-range'}, low, slider, high),
    );
    const stretch = () => {
      slider.min = String(range[0]);
      slider.max = String(range[1]);
      slider.step = 'any';
      low.value = String(range[0]);
      high.value = String(range[1]);
    };
    const change = (value: number) =>
      this.edit.setParameter(name, value === own ? null : settingOf(value, parameter.unit));
    slider.addEventListener('input', () => change(rounded(Number(slider.value), stepOf(range))));
    slider.addEventListener('keydown', (event) => {
      const step =
        event.key === 'ArrowRight' || event.key === 'ArrowUp'
          ? 1
          : event.key === 'ArrowLeft' || event.key === 'ArrowDown'
            ? -1
            : 0;
      if (step === 0) return;
      event.preventDefault();
      const value = rounded(Number(slider.value) + step * stepOf(range), stepOf(range));
      change(Math.min(range[1], Math.max(range[0], value)));
    });
    field.addEventListener('input', () => {
      const value = Number(field.value);
      const good = field.value.trim() !== '' && Number.isFinite(value);
      field.setAttribute('aria-invalid', String(!good));
      if (!good) return;
      range = widened(range, value);
      stretch();
      change(value);
    });
    const ends = () => {
      const next: Range = [Number(low.value), Number(high.value)];
      if (!next.every(Number.isFinite) || !(next[0] < next[1])) return stretch();
      range = next;
      this.ranges[name] = next;
      const id = this.edit.model.value?.id;
      if (id) keep(this.edit.state, `ranges.${id}`, this.ranges);
      stretch();
      show(last);
    };
    low.addEventListener('change', ends);
    high.addEventListener('change', ends);
    let last = parameter;
    const show = (now: SceneParameter) => {
      last = now;
      own = numberOf(now.text) ?? own;
      const set = this.edit.set.value[name];
      const value = set === undefined ? (own ?? now.value) : (valueInUnit(set, now.unit) ?? now.value);
      const wide = widened(range, value);
      if (wide[0] !== range[0] || wide[1] !== range[1]) range = wide;
      stretch();
      slider.value = String(value);
      if (document.activeElement !== field || Number(field.value) !== value) field.value = String(value);
      field.setAttribute('aria-invalid', 'false');
      row.classList.toggle('changed', set !== undefined);
      reset.disabled = set === undefined;
      row.title = now.text ? `In the file: ${now.text}` : '';
    };
    this.rows.set(name, {key: name, show});
    return row;
  }
}
