// While a hand moves a point results come many times a second. What only tells of them follows when they rest.
import {liveId} from './data/source.ts';
import {debounce} from './parts/dom.ts';
import type {PageState} from './state.ts';

const rest = 250;

/** `draw`, at once, or once results of a moving hand rest. */
export function whenCalm(state: PageState, draw: () => void): () => void {
  const later = debounce(rest, draw);
  return () => {
    if (state.run.value?.info.id === liveId) return later();
    later.drop();
    draw();
  };
}
