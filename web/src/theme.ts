// Light or dark: as the system says until the user chooses; the choice is kept.
import {keep, kept, oneOf} from './memory.ts';
import type {PageState} from './state.ts';

export function followTheme(state: PageState): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = kept(state, 'theme', oneOf('light', 'dark'));
  state.theme.value = chosen ?? (system.matches ? 'dark' : 'light');
  state.theme.follow((theme) => {
    document.documentElement.dataset.theme = theme;
  });
  // Paper is light.
  let before = state.theme.value;
  addEventListener('beforeprint', () => {
    before = state.theme.value;
    state.theme.value = 'light';
  });
  addEventListener('afterprint', () => {
    state.theme.value = before;
  });
  system.addEventListener('change', () => {
    if (!kept(state, 'theme', oneOf('light', 'dark'))) state.theme.value = system.matches ? 'dark' : 'light';
  });
}

export function switchTheme(state: PageState): void {
  state.theme.value = state.theme.value === 'dark' ? 'light' : 'dark';
  keep(state, 'theme', state.theme.value);
}
