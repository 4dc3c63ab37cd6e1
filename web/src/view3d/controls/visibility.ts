// What of the drawing is seen: elements that are hidden or faded, and a plane that cuts it open. Only for the eye; it is forgotten
// with another model.
import * as THREE from 'three';
import type {ElementRef, Scene} from '../../data/types.ts';
import {button, h} from '../../parts/dom.ts';
import type {Drawing, Veil} from '../drawing/drawing_types.ts';

const sections = ['bodies', 'joints', 'constraints', 'drivers', 'forces', 'sensors'] as const;

/** A body with what is fastened to it; of anything else itself. */
export function belonging(scene: Scene, ref: ElementRef): Set<string> {
  const own = new Set([`${ref.section}/${ref.name}`]);
  if (ref.section !== 'bodies') return own;
  const body = scene.bodies.find((each) => each.name === ref.name);
  for (const each of body?.attachments.flatMap((attachment) => attachment.of) ?? [])
    own.add(`${each.section}/${each.name}`);
  for (const driver of scene.drivers) if (own.has(`joints/${driver.joint}`)) own.add(`drivers/${driver.name}`);
  return own;
}

export class Visibility {
  readonly panel: HTMLElement;
  private veiled = new Map<string, Veil>();
  private axis: HTMLSelectElement;
  private place: HTMLInputElement;
  private flip: HTMLInputElement;
  private own: HTMLButtonElement[];

  constructor(
    private now: () => {scene: Scene; drawing: Drawing; selection: ElementRef | null} | null,
    private changed: () => void,
  ) {
    const act = (label: string, title: string, veil: (scene: Scene, ref: ElementRef) => void) =>
      button(
        label,
        () => {
          const shown = this.now();
          if (shown?.selection) veil(shown.scene, shown.selection);
          this.apply();
        },
        {class: 'small', title},
      );
    this.own = [
      act('Hide', 'Hide the selection (H)', (_, ref) => this.veiled.set(`${ref.section}/${ref.name}`, 'hidden')),
      act('Fade', 'Fade the selection', (_, ref) => this.veiled.set(`${ref.section}/${ref.name}`, 'faded')),
      act('Isolate', 'Hide all but the selection and what is fastened to it', (scene, ref) => this.isolate(scene, ref)),
    ];
    this.axis = h(
      'select',
      {'aria-label': 'Section plane', onchange: () => this.apply()},
      h('option', {value: ''}, 'No section'),
      ['x', 'y', 'z'].map((each) => h('option', {value: each}, `Across ${each}`)),
    );
    this.place = h('input', {
      type: 'range',
      min: 0,
      max: 1,
      step: 0.005,
      value: '0.5',
      'aria-label': 'Place of the section plane',
      oninput: () => this.apply(),
    });
    this.flip = h('input', {type: 'checkbox', onchange: () => this.apply()});
    this.panel = h(
      'div',
      {class: 'view3d-choices'},
      h(
        'div',
        {class: 'view3d-buttons'},
        this.own,
        button('Show all', () => this.showAll(), {class: 'small'}),
      ),
      h('label', {class: 'view3d-apart'}, 'Cut', this.axis),
      h('label', {}, 'At', this.place),
      h('label', {}, this.flip, 'The other side'),
    );
  }

  hide(): void {
    this.own[0]!.click();
  }

  showAll(): void {
    this.veiled.clear();
    this.axis.value = '';
    this.apply();
  }

  private isolate(scene: Scene, ref: ElementRef): void {
    const own = belonging(scene, ref);
    this.veiled.clear();
    for (const section of sections)
      for (const {name} of scene[section])
        if (!own.has(`${section}/${name}`)) this.veiled.set(`${section}/${name}`, 'hidden');
  }

  /** To the drawing as it is now. */
  apply(): void {
    const shown = this.now();
    if (!shown) return;
    for (const each of this.own) each.disabled = shown.selection === null;
    shown.drawing.veil(this.veiled);
    const axis = ['x', 'y', 'z'].indexOf(this.axis.value);
    if (axis < 0) shown.drawing.cut(null);
    else {
      const {min, max} = shown.drawing.bounds();
      const at = min.getComponent(axis) + Number(this.place.value) * (max.getComponent(axis) - min.getComponent(axis));
      const sign = this.flip.checked ? -1 : 1;
      shown.drawing.cut({normal: new THREE.Vector3().setComponent(axis, sign), distance: sign * at});
    }
    this.changed();
  }
}
