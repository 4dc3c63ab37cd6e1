// Which variant of a sweep is on show: a slider for each number that was varied.

import {type Family, partOf, scaleColor, valuesOf, variantAt, wordsOf} from '../data/family.ts';
import {fill, h} from '../parts/dom.ts';
import {number} from '../parts/format.ts';
import type {PageState} from '../state.ts';
import './variant_bar.css';

export class VariantBar {
  readonly root = h('div', {class: 'variants', role: 'group', 'aria-label': 'Variant', hidden: true});
  private shown: Family | undefined;
  private sliders: {input: HTMLInputElement; output: HTMLElement; values: number[]}[] = [];

  constructor(
    host: HTMLElement,
    private state: PageState,
  ) {
    host.append(this.root);
    state.run.follow((run) => {
      const family = run?.detail.family;
      this.root.hidden = !family;
      if (!family || run?.variant === undefined) {
        this.shown = undefined;
        return;
      }
      // Sliders stay under the hand where only the variant is another.
      if (family !== this.shown) this.build(family);
      this.show(family, run.variant);
    });
  }

  private build(family: Family): void {
    this.shown = family;
    this.sliders = family.varied.map(({name, unit}, k) => {
      const values = valuesOf(family, k);
      const output = h('output', {class: 'variant-value mono'});
      const input = h('input', {
        type: 'range',
        min: 0,
        max: values.length - 1,
        step: 1,
        class: 'variant-slider',
        'aria-label': unit ? `${name} in ${unit}` : name,
      });
      input.addEventListener('input', () => this.choose());
      return {input, output, values};
    });
    fill(
      this.root,
      family.varied.map(({name, unit}, k) => {
        const {input, output} = this.sliders[k]!;
        return h('label', {class: 'variant'}, h('span', {}, name), input, output, h('span', {class: 'unit'}, unit));
      }),
    );
  }

  private show(family: Family, variant: number): void {
    const {values} = family.curves[variant]!;
    this.sliders.forEach((slider, k) => {
      slider.input.value = String(slider.values.indexOf(values[k]!));
      slider.output.textContent = number(values[k]!, 6);
    });
    this.root.style.setProperty('--variant', scaleColor(partOf(family, variant)));
    this.root.title = wordsOf(family, variant);
  }

  private choose(): void {
    if (!this.shown) return;
    const wanted = this.sliders.map(({input, values}) => values[Number(input.value)]!);
    this.state.showVariant(variantAt(this.shown, wanted));
  }
}
