// Questions and help in a dialog of the browser, which keeps the focus inside and gives it back.
import {button, type Children, h, iconButton} from './dom.ts';

export interface Choice {
  label: string;
  value: string;
  primary?: boolean;
}

/** Asks; the answer is the value of the choice, or "" where the dialog was closed. */
export function choose(title: string, text: string, choices: Choice[]): Promise<string> {
  return new Promise((resolve) => {
    const buttons = choices.map((each) =>
      button(each.label, () => dialog.close(each.value), each.primary ? {class: 'primary', autofocus: true} : {}),
    );
    const dialog = h(
      'dialog',
      {class: 'dialog', 'aria-labelledby': 'dialog-title'},
      h('h2', {id: 'dialog-title'}, title),
      h('p', {}, text),
      h('div', {class: 'dialog-buttons'}, buttons),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export function tellAtLength(title: string, content: Children): void {
  const dialog = h(
    'dialog',
    {class: 'dialog wide', 'aria-labelledby': 'dialog-title', onclose: () => dialog.remove()},
    h(
      'div',
      {class: 'dialog-head'},
      h('h2', {id: 'dialog-title'}, title),
      iconButton('close', 'Close', () => dialog.close()),
    ),
    content,
  );
  document.body.append(dialog);
  dialog.showModal();
}
