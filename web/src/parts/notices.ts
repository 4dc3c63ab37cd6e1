// What the page has to say for a moment. News go by themselves, errors stay until they are put away; both are read aloud.

import type {PageState} from '../state.ts';
import {h, icon, iconButton, marked} from './dom.ts';

const shownFor = 6000;
const most = 4;

export function showNotices(host: HTMLElement, state: PageState): void {
  const news = h('div', {class: 'notices', role: 'status', 'aria-label': 'Notices'});
  const errors = h('div', {class: 'notices', role: 'alert', 'aria-label': 'Errors'});
  host.append(h('div', {class: 'notice-corner'}, errors, news));
  state.notice.follow((notice) => {
    if (!notice) return;
    const error = notice.kind === 'error';
    const list = error ? errors : news;
    // The same words once.
    for (const each of [...list.children]) if ((each as HTMLElement).dataset.text === notice.text) each.remove();
    const box = h(
      'div',
      {class: `notice ${notice.kind}`, dataset: {text: notice.text}},
      icon(error ? 'warning' : 'info'),
      h('p', {}, marked(notice.text)),
      iconButton('close', 'Put away', () => box.remove(), {class: 'small'}),
    );
    list.append(box);
    while (list.childElementCount > most) list.firstElementChild?.remove();
    if (!error) setTimeout(() => box.remove(), shownFor);
  });
}

/** What no part has caught. */
export function catchAll(state: PageState): void {
  addEventListener('error', (event) => {
    // Browsers report this harmless one as an error.
    if (/ResizeObserver loop/.test(event.message)) return;
    state.tell(`Something went wrong in this page: ${event.message}`, 'error');
  });
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    state.tell(
      reason instanceof Error ? reason.message : `Something went wrong in this page: ${String(reason)}`,
      'error',
    );
  });
}
