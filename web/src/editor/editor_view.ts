// A text field with line numbers, colors and marks at faulty lines. The field itself is a plain textarea, so that everything a browser
// can do with text works; its colors lie behind it, drawn only for the lines that can be seen.
import {fill, h} from '../parts/dom.ts';
import {lineStart, type PlacedFault} from './faults.ts';
import {highlight, type Token} from './highlight.ts';
import './editor.css';

const lineHeight = 18;
const padding = 8;

export interface EditorEvents {
  typed(text: string): void;
}

export class EditorView {
  readonly field: HTMLTextAreaElement;
  readonly root: HTMLElement;
  private gutter = h('div', {class: 'editor-gutter', 'aria-hidden': 'true'});
  private colors = h('pre', {class: 'editor-colors', 'aria-hidden': 'true'});
  private lines: string[] = [''];
  private faults = new Map<number, PlacedFault[]>();
  private leaving = false;
  private waiting = 0;

  constructor(
    host: HTMLElement,
    private events: EditorEvents,
  ) {
    this.field = h('textarea', {
      class: 'editor-field',
      'aria-label': 'Text of the model',
      'aria-describedby': 'editor-keys',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      wrap: 'off',
      oninput: () => this.changed(),
      onkeydown: (event) => this.key(event),
      onscroll: () => this.drawSoon(),
    });
    this.root = h(
      'div',
      {class: 'editor'},
      h('div', {class: 'editor-gutter-frame'}, this.gutter),
      h('div', {class: 'editor-body'}, this.colors, this.field),
    );
    host.append(this.root);
    new ResizeObserver(() => this.drawSoon()).observe(this.root);
  }

  get text(): string {
    return this.field.value;
  }

  /** Puts another text in; what is there already stays, with the caret. */
  set text(text: string) {
    if (text === this.field.value) return;
    this.field.value = text;
    this.split();
    this.drawSoon();
  }

  mark(faults: PlacedFault[]): void {
    this.faults.clear();
    for (const each of faults) {
      const here = this.faults.get(each.line);
      if (here) here.push(each);
      else this.faults.set(each.line, [each]);
    }
    this.field.setAttribute('aria-invalid', String(faults.length > 0));
    this.drawSoon();
  }

  /** Moves the caret to a line (from 1) and column (from 0) and shows it. */
  jump(line: number, from = 0, to = from): void {
    const start = lineStart(this.field.value, line);
    this.field.focus({preventScroll: true});
    this.field.setSelectionRange(start + from, start + Math.max(from, to));
    this.field.scrollTop = Math.max(0, (line - 1) * lineHeight - this.field.clientHeight / 3);
    this.field.scrollLeft = 0;
    this.drawSoon();
  }

  private changed(): void {
    this.split();
    this.drawSoon();
    this.events.typed(this.field.value);
  }

  private split(): void {
    this.lines = this.field.value.split('\n');
  }

  private insert(text: string): void {
    // The one way to insert that can be undone.
    if (document.execCommand('insertText', false, text)) return;
    const {selectionStart, selectionEnd} = this.field;
    this.field.setRangeText(text, selectionStart, selectionEnd, 'end');
    this.changed();
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.leaving = true;
      return;
    }
    const leaving = this.leaving;
    this.leaving = event.key === 'Shift' && leaving;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.key === 'Tab' && plain && !leaving) {
      event.preventDefault();
      this.insert('  ');
    } else if (event.key === 'Enter' && plain && !event.isComposing) {
      event.preventDefault();
      const before = this.field.value.slice(0, this.field.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const indent = /^ */.exec(line)![0];
      this.insert(`\n${indent}${/:\s*$/.test(line) ? '  ' : ''}`);
    }
  }

  private drawSoon(): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  private draw(): void {
    const {scrollTop, scrollLeft, clientHeight} = this.field;
    const first = Math.max(0, Math.floor((scrollTop - padding) / lineHeight) - 2);
    const last = Math.min(this.lines.length, first + Math.ceil(clientHeight / lineHeight) + 5);
    const down = first * lineHeight + padding - scrollTop;
    const numbers: HTMLElement[] = [];
    const texts: HTMLElement[] = [];
    for (let i = first; i < last; ++i) {
      const faults = this.faults.get(i + 1);
      numbers.push(
        h('div', {class: faults ? 'editor-number faulty' : 'editor-number'}, faults ? '●' : '', String(i + 1)),
      );
      texts.push(
        h('div', {class: faults ? 'editor-line faulty' : 'editor-line'}, colored(this.lines[i]!, faults ?? [])),
      );
    }
    fill(this.gutter, numbers);
    fill(this.colors, texts);
    this.gutter.style.transform = `translateY(${down}px)`;
    this.colors.style.transform = `translate(${padding - scrollLeft}px, ${down}px)`;
    this.gutter.style.minWidth = `${String(this.lines.length).length + 3}ch`;
  }
}

/** The spans of a line, cut also where underlines begin and end. */
function colored(line: string, faults: PlacedFault[]): HTMLElement[] {
  const spans: HTMLElement[] = [];
  let at = 0;
  const add = (token: Token, text: string, faulty: boolean) => {
    if (text) spans.push(h('span', {class: `yaml-${token.kind}${faulty ? ' yaml-fault' : ''}`}, text));
  };
  for (const token of highlight(line)) {
    const cuts = faults
      .flatMap((each) => [each.from - at, each.to - at])
      .filter((each) => each > 0 && each < token.text.length)
      .sort((a, b) => a - b);
    let from = 0;
    for (const to of [...cuts, token.text.length]) {
      const start = at + from;
      add(
        token,
        token.text.slice(from, to),
        faults.some((each) => start >= each.from && start < each.to),
      );
      from = to;
    }
    at += token.text.length;
  }
  return spans;
}
