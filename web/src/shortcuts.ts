// The keys of the page, and the dialog that tells them.
import {tellAtLength} from './parts/dialog.ts';
import {h} from './parts/dom.ts';

export interface Keys {
  keys: string[];
  does: string;
}

const anywhere: Keys[] = [
  {keys: ['Space'], does: 'play and pause'},
  {keys: ['←', '→'], does: 'one row back, forward; with Shift ten'},
  {keys: ['Home', 'End'], does: 'first, last time'},
  {keys: ['+', '−'], does: 'faster, slower'},
  {keys: ['L'], does: 'once, loop, back and forth'},
  {keys: ['F'], does: 'fit the mechanism into the view'},
  {keys: ['H'], does: 'hide the selection; the eye above the picture shows all again'},
  {keys: ['Esc'], does: 'select nothing'},
  {keys: ['?'], does: 'this list'},
];
const view: Keys[] = [
  {keys: ['drag'], does: 'orbit; with the right button or Shift: move'},
  {keys: ['wheel'], does: 'zoom'},
  {keys: ['click'], does: 'select a body or joint; its data open in the tab Model'},
  {keys: ['arrows'], does: 'orbit, when the view has the focus; with Shift: move'},
];
const plots: Keys[] = [
  {keys: ['click'], does: 'set the time; drag to move it'},
  {keys: ['Shift', 'drag'], does: 'zoom to a stretch; all plots over the same axis follow'},
  {keys: ['wheel'], does: 'zoom; drag with the right button: move'},
  {keys: ['+', '−', '0'], does: 'zoom in, out, show all (double-click), when the plot has the focus'},
];
const editing: Keys[] = [
  {keys: ['Ctrl', 'Enter'], does: 'run'},
  {keys: ['Ctrl', 'S'], does: 'save the text to the model file'},
  {keys: ['Ctrl', 'Z'], does: 'undo, with Shift redo: text, points and parameters'},
  {keys: ['M'], does: 'move points by hand; arrows move the point that has the focus'},
  {keys: ['Ctrl', 'Space'], does: 'complete a word of the text; Ctrl+F searches in it, Ctrl+Shift+[ folds'},
  {keys: ['Esc', 'Tab'], does: 'leave the editor (Tab alone indents)'},
];
const parts: Keys[] = [
  {keys: ['←', '→'], does: 'from tab to tab; smaller and larger on a bar between parts'},
  {keys: ['↑', '↓'], does: 'from row to row of the tree; → opens, ← closes'},
];

function table(title: string, rows: Keys[]): HTMLElement {
  const dt = (each: Keys) =>
    h(
      'dt',
      {},
      each.keys.map((key, i) => [i > 0 && ' ', h('kbd', {}, key)]),
    );
  return h(
    'section',
    {},
    h('h3', {}, title),
    h(
      'dl',
      {class: 'keys'},
      rows.map((each) => h('div', {}, dt(each), h('dd', {}, each.does))),
    ),
  );
}

export function showHelp(live: boolean, version: string): void {
  tellAtLength('Keys and mouse', [
    h(
      'div',
      {class: 'help'},
      table('Anywhere', anywhere),
      table('3-D view', view),
      table('Plots', plots),
      live && table('Editing', editing),
      table('Panels', parts),
    ),
    h('p', {class: 'soft'}, `bricard ${version}`),
  ]);
}

/** Whether keys belong to a field. */
export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=range]), textarea, select'))
  );
}
