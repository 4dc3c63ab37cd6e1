// The few things that make writing DOM by hand bearable: an element builder, buttons with icons, downloads, debounce.
import {icons} from './icons.ts';

type Child = Node | string | number | null | undefined | false;
export type Children = Child | Children[];
type Handlers = {[K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void};
export type Props = Handlers & {
  class?: string | null;
  style?: string | null;
  dataset?: Record<string, string>;
  /** Any attribute: true is written without value, false, null and undefined are left out. */
  [name: string]: unknown;
};

/** Properties that attributes do not set, or set only at first. */
const properties = new Set([
  'value',
  'checked',
  'indeterminate',
  'disabled',
  'hidden',
  'open',
  'textContent',
  'selected',
]);

/** An element with attributes, listeners (`onclick`, ...) and children: h('button', {class: 'x', onclick: f}, 'Run'). */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Children[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (properties.has(name)) Reflect.set(element, name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Node, children: Children): void {
  if (Array.isArray(children)) for (const each of children) append(parent, each);
  else if (children instanceof Node) parent.appendChild(children);
  else if (children !== null && children !== undefined && children !== false)
    parent.appendChild(document.createTextNode(String(children)));
}

/** Puts children in the place of what an element had. */
export function fill(parent: Element, ...children: Children[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** A line drawing of 16 by 16 from icons.ts; it takes the color of the text. */
export function icon(name: keyof typeof icons): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true'}))
    svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[name]);
  svg.appendChild(path);
  return svg;
}

/** A square button with an icon; the label is its name and its tooltip. */
export function iconButton(
  name: keyof typeof icons,
  label: string,
  onclick: (event: MouseEvent) => void,
  props: Props = {},
) {
  const {class: extra, ...rest} = props;
  return h(
    'button',
    {type: 'button', class: `icon-button ${extra ?? ''}`, 'aria-label': label, title: label, onclick, ...rest},
    icon(name),
  );
}

export function button(label: string, onclick: (event: MouseEvent) => void, props: Props = {}) {
  const {class: extra, ...rest} = props;
  return h('button', {type: 'button', class: `button ${extra ?? ''}`, onclick, ...rest}, label);
}

/** `names` as code. */
export function marked(text: string): (string | HTMLElement)[] {
  return text.split('`').map((each, i) => (i % 2 === 1 ? h('code', {}, each) : each));
}

/** Hands a file to the user. */
export function download(name: string, data: Blob | string, type = 'text/plain'): void {
  const address = URL.createObjectURL(typeof data === 'string' ? new Blob([data], {type}) : data);
  h('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export interface Debounced<A extends unknown[]> {
  (...args: A): void;
  /** Calls at once what is still waiting. */
  flush(): void;
  drop(): void;
}

/** Calls `f` when nothing has been asked for `ms` milliseconds, with the last arguments. */
export function debounce<A extends unknown[]>(ms: number, f: (...args: A) => void): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | undefined;
  const call = () => {
    clearTimeout(timer);
    const args = waiting;
    waiting = undefined;
    if (args) f(...args);
  };
  const ask = (...args: A) => {
    clearTimeout(timer);
    waiting = args;
    timer = setTimeout(call, ms);
  };
  const drop = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  return Object.assign(ask, {flush: call, drop});
}
