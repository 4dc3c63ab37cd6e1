// The toolbar of the 3-D view: standard views, fit, projection, layers, force arrows, traces, picture.

import type {ElementRef} from '../../data/types.ts';
import {fill, h, icon, iconButton} from '../../parts/dom.ts';
import type {Layer} from '../drawing/drawing_types.ts';
import type {ArrowMode} from '../motion/arrows.ts';
import type {StandardView} from './camera.ts';

export interface ViewChoices {
  layers: Record<Layer, boolean>;
  arrows: ArrowMode;
  arrowFactor: number;
  weights: boolean;
  /** Numbers at the arrows. */
  numbers: boolean;
  /** The camera goes along with what travels far. */
  follow: boolean;
}

export interface ToolbarActions {
  view(view: StandardView): void;
  fit(): void;
  toggleParallel(): boolean;
  choose(choices: ViewChoices): void;
  trace(ref: ElementRef, on: boolean): void;
  picture(): void;
}

const layerWords: Record<Layer, string> = {
  bodies: 'Bodies',
  joints: 'Joints',
  springs: 'Springs and forces',
  ground: 'Ground',
  axes: 'Axes',
  masses: 'Centers of mass',
  points: 'Points',
  labels: 'Names',
};

const arrowKinds: [string, string][] = [
  ['view3d-key-reaction', 'joint force'],
  ['view3d-key-moment', 'joint moment (two heads)'],
  ['view3d-key-force', 'spring or force'],
  ['view3d-key-torque', 'torque (arc)'],
  ['view3d-key-driver', 'driver'],
  ['view3d-key-weight', 'weight'],
];

export class ViewToolbar {
  readonly root = h('div', {class: 'view3d-toolbar', role: 'toolbar', 'aria-label': 'View'});
  private views: HTMLSelectElement;
  private parallel: HTMLButtonElement;
  private traceList = h('ul', {class: 'view3d-traces'});
  private traceSelection: HTMLButtonElement;
  private traces: ElementRef[] = [];
  private selection: ElementRef | null = null;

  constructor(
    private choices: ViewChoices,
    private actions: ToolbarActions,
    visibility: HTMLElement,
    measure: HTMLElement,
  ) {
    this.views = h('select', {
      'aria-label': 'Standard view',
      title: 'Standard view',
      onchange: () => {
        if (this.views.value) actions.view(this.views.value as StandardView);
        this.views.value = '';
      },
    });
    this.parallel = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        title: 'Perspective or parallel projection',
        onclick: () => this.showParallel(actions.toggleParallel()),
      },
      'Perspective',
    );
    this.traceSelection = h(
      'button',
      {type: 'button', class: 'button small', onclick: () => this.selection && this.toggleTrace(this.selection)},
      'Trace the selection',
    );
    this.root.append(
      this.views,
      iconButton('fit', 'Fit (F)', () => actions.fit()),
      this.parallel,
      this.menu('layers', 'Layers', this.layers()),
      this.menu('arrow', 'Force arrows', this.arrows()),
      this.menu('eye', 'Hide, isolate, cut open', visibility),
      measure,
      this.menu('trace', 'Traces', h('div', {}, this.traceSelection, this.traceList)),
      iconButton('camera', 'Save a picture (PNG)', () => actions.picture()),
    );
    // Menus close when something else is pressed.
    document.addEventListener('pointerdown', this.closeOthers);
    this.showTraces([], null);
  }

  dispose(): void {
    document.removeEventListener('pointerdown', this.closeOthers);
  }

  setDimension(dimension: 2 | 3): void {
    const words: [StandardView, string][] = [
      ['iso', 'Isometric'],
      ['front', 'Front'],
      ['back', 'Back'],
      ['left', 'Left'],
      ['right', 'Right'],
      ['top', 'Top'],
      ['bottom', 'Bottom'],
    ];
    if (dimension === 2) words.unshift(['plane', 'Plane']);
    fill(
      this.views,
      h('option', {value: ''}, 'View'),
      words.map(([value, text]) => h('option', {value}, text)),
    );
  }

  showParallel(on: boolean): void {
    this.parallel.textContent = on ? 'Parallel' : 'Perspective';
  }

  showTraces(traces: ElementRef[], selection: ElementRef | null): void {
    this.traces = traces;
    this.selection = selection;
    const traced = traces.some((each) => same(each, selection));
    this.traceSelection.disabled = selection === null;
    this.traceSelection.textContent = selection
      ? `${traced ? 'No trace of' : 'Trace'} ${selection.name}`
      : 'Select something to trace';
    fill(
      this.traceList,
      traces.map((each) =>
        h(
          'li',
          {},
          each.name,
          iconButton('close', `Remove the trace of ${each.name}`, () => this.toggleTrace(each), {class: 'small'}),
        ),
      ),
    );
  }

  private toggleTrace(ref: ElementRef): void {
    this.actions.trace(ref, !this.traces.some((each) => same(each, ref)));
  }

  private menu(symbol: Parameters<typeof icon>[0], label: string, content: HTMLElement): HTMLElement {
    const menu = h(
      'details',
      {
        class: 'view3d-menu',
        onkeydown: (event) => {
          if (event.key !== 'Escape' || !menu.open) return;
          menu.open = false;
          menu.querySelector('summary')?.focus();
          event.stopPropagation();
        },
      },
      h('summary', {class: 'icon-button', 'aria-label': label, title: label}, icon(symbol)),
      h('div', {class: 'view3d-popup'}, h('h3', {}, label), content),
    );
    return menu;
  }

  private closeOthers = (event: Event): void => {
    for (const menu of this.root.querySelectorAll('details'))
      if (!menu.contains(event.target as Node)) menu.open = false;
  };

  private layers(): HTMLElement {
    const box = h('div', {class: 'view3d-choices'});
    for (const [layer, words] of Object.entries(layerWords) as [Layer, string][]) {
      const check = h('input', {
        type: 'checkbox',
        checked: this.choices.layers[layer],
        onchange: () => {
          this.choices.layers[layer] = check.checked;
          this.actions.choose(this.choices);
        },
      });
      box.append(h('label', {}, check, words));
    }
    const follow = h('input', {
      type: 'checkbox',
      checked: this.choices.follow,
      onchange: () => {
        this.choices.follow = follow.checked;
        this.actions.choose(this.choices);
      },
    });
    box.append(h('label', {class: 'view3d-apart'}, follow, 'Follow what travels far'));
    return box;
  }

  private arrows(): HTMLElement {
    const {choices, actions} = this;
    const mode = h(
      'select',
      {
        'aria-label': 'Which arrows',
        onchange: () => {
          choices.arrows = mode.value as ArrowMode;
          actions.choose(choices);
        },
      },
      h('option', {value: 'off'}, 'Off'),
      h('option', {value: 'selected'}, 'Of the selection'),
      h('option', {value: 'all'}, 'All'),
    );
    mode.value = choices.arrows;
    const scale = h('input', {
      type: 'range',
      min: -1,
      max: 1.5,
      step: 0.05,
      value: String(Math.log10(choices.arrowFactor)),
      'aria-label': 'Size of the arrows',
      oninput: () => {
        choices.arrowFactor = 10 ** Number(scale.value);
        actions.choose(choices);
      },
    });
    const weights = h('input', {
      type: 'checkbox',
      checked: choices.weights,
      onchange: () => {
        choices.weights = weights.checked;
        actions.choose(choices);
      },
    });
    const numbers = h('input', {
      type: 'checkbox',
      checked: choices.numbers,
      onchange: () => {
        choices.numbers = numbers.checked;
        actions.choose(choices);
      },
    });
    return h(
      'div',
      {class: 'view3d-choices'},
      h('label', {}, 'Show', mode),
      h('label', {}, 'Size', scale),
      h('label', {}, weights, 'Weights'),
      h('label', {}, numbers, 'Numbers'),
      h(
        'ul',
        {class: 'view3d-key'},
        arrowKinds.map(([name, words]) => h('li', {class: name}, words)),
      ),
    );
  }
}

function same(a: ElementRef, b: ElementRef | null): boolean {
  return a.name === b?.name && a.section === b.section;
}
