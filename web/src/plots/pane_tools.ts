// The menu of a pane.
import {type MenuEntry, menu} from './elements.ts';
import type {FileKind} from './export.ts';
import type {PaneLayout} from './layout.ts';

export interface PaneActs {
  readonly layout: PaneLayout;
  choose(): void;
  chooseX(): void;
  set(change: Partial<PaneLayout>): void;
  zoomBy(factor: number, about: number): void;
  reset(): void;
  save(kind: FileKind): void;
  move(by: number): void;
  remove(): void;
}

export interface PaneFacts {
  axis: string;
  overlaid: boolean;
  empty: boolean;
}

export function paneTools(acts: PaneActs, facts: PaneFacts): HTMLElement[] {
  const {layout} = acts;
  const over = layout.over || facts.axis || 'time';
  const comparable = facts.overlaid && !layout.spectrum && layout.over === '';
  return [
    menu('⋯', 'Menu of this plot', () => {
      const entries: (MenuEntry | false)[] = [
        {words: 'Choose columns …', act: () => acts.choose()},
        {words: `Plot over ${over} …`, act: () => acts.chooseX()},
        {
          words: 'Spectrum',
          on: layout.spectrum,
          act: () => acts.set({spectrum: !layout.spectrum, over: layout.spectrum ? layout.over : ''}),
        },
        comparable && {
          words: 'Difference of the runs',
          on: layout.difference,
          act: () => acts.set({difference: !layout.difference}),
        },
        {
          words: 'Figures: minimum, maximum, mean, RMS',
          on: layout.readout,
          act: () => acts.set({readout: !layout.readout}),
        },
        {words: 'Logarithmic y axis', on: layout.logY, act: () => acts.set({logY: !layout.logY})},
        {words: 'Logarithmic x axis', on: layout.logX, act: () => acts.set({logX: !layout.logX})},
        {words: 'Zoom in (+)', act: () => acts.zoomBy(0.5, 0.5)},
        {words: 'Zoom out (−)', act: () => acts.zoomBy(2, 0.5)},
        {words: 'Show all (0)', act: () => acts.reset()},
        {words: 'Save as PNG', act: () => acts.save('png'), disabled: facts.empty},
        {words: 'Save as SVG', act: () => acts.save('svg'), disabled: facts.empty},
        {words: 'Save as CSV', act: () => acts.save('csv'), disabled: facts.empty},
        {words: 'Move up', act: () => acts.move(-1)},
        {words: 'Move down', act: () => acts.move(1)},
        {words: 'Remove this plot', act: () => acts.remove()},
      ];
      return entries.filter((each) => each !== false);
    }),
  ];
}
