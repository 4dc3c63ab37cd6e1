// The field of the model's text: CodeMirror with what it must know of model files (model_words.ts). Undo is the page's own, for text,
// points and parameters together (history.ts).
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import {defaultKeymap, indentWithTab} from '@codemirror/commands';
import {yaml} from '@codemirror/lang-yaml';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {Annotation, EditorState} from '@codemirror/state';
import {
  EditorView as CodeMirror,
  drawSelection,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import type {Scene} from '../data/types.ts';
import {h} from '../parts/dom.ts';
import type {PlacedFault} from './faults.ts';
import {helpFor, placeAt, wordsAt} from './model_words.ts';
import './editor.css';

export interface EditorEvents {
  typed(text: string): void;
  /** Takes a change back, or does it again. */
  step(by: -1 | 1): void;
  /** The model as it was last read. */
  scene(): Scene | null;
}

const fromOutside = Annotation.define<boolean>();

const colors = HighlightStyle.define([
  {tag: tags.comment, class: 'yaml-comment'},
  {tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'yaml-key'},
  {tag: tags.string, class: 'yaml-text'},
  {tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], class: 'yaml-mark'},
]);

/** The change from one text to another without what they begin and end with, so that caret and folds stay. */
export function changeBetween(from: string, to: string): {from: number; to: number; insert: string} | null {
  if (from === to) return null;
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) ++start;
  let end = 0;
  while (end < most - start && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)) ++end;
  return {from: start, to: from.length - end, insert: to.slice(start, to.length - end)};
}

export class EditorView {
  readonly root: HTMLElement;
  private view: CodeMirror;

  constructor(
    host: HTMLElement,
    private events: EditorEvents,
  ) {
    this.root = h('div', {class: 'editor'});
    host.append(this.root);
    const step = (by: -1 | 1) => () => {
      events.step(by);
      return true;
    };
    this.view = new CodeMirror({
      parent: this.root,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          foldGutter(),
          codeFolding(),
          lintGutter(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          bracketMatching(),
          indentUnit.of('  '),
          EditorState.tabSize.of(2),
          yaml(),
          syntaxHighlighting(colors),
          autocompletion({override: [(context) => this.complete(context)], icons: false}),
          hoverTooltip((view, at) => this.help(view, at)),
          search({top: true}),
          keymap.of([
            {key: 'Mod-z', run: step(-1), preventDefault: true},
            {key: 'Mod-y', run: step(1), preventDefault: true},
            {key: 'Mod-Shift-z', run: step(1), preventDefault: true},
            ...completionKeymap,
            ...searchKeymap,
            ...foldKeymap,
            // Those of the page: run, save.
            ...defaultKeymap.filter((each) => each.key !== 'Mod-Enter' && each.mac !== 'Ctrl-s'),
            indentWithTab,
          ]),
          CodeMirror.contentAttributes.of({
            'aria-label': 'Text of the model',
            'aria-describedby': 'editor-keys',
            autocapitalize: 'off',
            spellcheck: 'false',
          }),
          CodeMirror.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside)))
              events.typed(this.text);
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Puts another text in; what is there already stays, with the caret. */
  set text(text: string) {
    const changes = changeBetween(this.text, text);
    if (changes) this.view.dispatch({changes, annotations: fromOutside.of(true)});
  }

  mark(faults: PlacedFault[]): void {
    const {doc} = this.view.state;
    const diagnostics = faults
      .filter((each) => each.line >= 1 && each.line <= doc.lines)
      .map((each) => {
        const line = doc.line(each.line);
        const from = Math.min(line.from + each.from, line.to);
        return {
          from,
          to: Math.min(line.from + Math.max(each.to, each.from), line.to),
          severity: 'error' as const,
          message: each.message,
        };
      });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    this.view.contentDOM.setAttribute('aria-invalid', String(faults.length > 0));
  }

  /** Moves the caret to a line (from 1) and column (from 0) and shows it. */
  jump(line: number, from = 0, to = from): void {
    const {doc} = this.view.state;
    const {from: start, to: end} = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(start + from, end);
    this.view.dispatch({
      selection: {anchor, head: Math.min(start + Math.max(from, to), end)},
      effects: CodeMirror.scrollIntoView(anchor, {y: 'center'}),
    });
    this.view.focus();
  }

  private placeAt(at: number) {
    const {doc} = this.view.state;
    return placeAt(doc.sliceString(0, at), doc.sliceString(at));
  }

  private complete(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[\w.]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const place = this.placeAt(word.from);
    const options = wordsAt(place, this.events.scene()).map(({label, help, kind}) => ({
      label,
      detail: help.length > 60 ? `${help.slice(0, 58)} …` : help,
      info: help.length > 60 ? help : undefined,
      apply: kind === 'key' || kind === 'section' ? `${label}: ` : label,
    }));
    return options.length > 0 ? {from: word.from, options, validFor: /^[\w.]*$/} : null;
  }

  private help(view: CodeMirror, at: number): Tooltip | null {
    const word = view.state.wordAt(at);
    if (!word) return null;
    const text = view.state.doc.sliceString(word.from, word.to);
    const words = helpFor(text, this.placeAt(word.from), this.events.scene());
    if (!words) return null;
    return {
      pos: word.from,
      end: word.to,
      above: true,
      create: () => ({dom: h('div', {class: 'editor-help'}, h('strong', {}, text), ` ${words}`)}),
    };
  }
}
