import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { chipView, helpOf } from './chip-view.ts';
import type { EditorOptions } from './editor-options.ts';
import { HeldText } from './held-text.ts';
import { languageOf } from './languages.ts';
import { codeLooks, colours, heightOf, looks, touchLooks } from './looks.ts';
import { offerList } from './offer-list.ts';
import { changeBetween } from './text-change.ts';

export interface EditorParts {
  readonly place: HTMLElement;
  readonly text: string;
  readonly options: EditorOptions;
  /** Of the page's policy, for the styles of the editor. */
  readonly nonce: string;
  /** Where the caret is at once; null: nowhere. */
  readonly caret: { readonly from: number; readonly to: number } | null;
  onChange(text: string): void;
}

export interface OpenEditor {
  /** The text as it is elsewhere: what differs is changed, the caret stays. */
  setText(text: string): void;
  setOptions(options: EditorOptions): void;
  focus(): void;
  close(): void;
}

/** Changes that come from outside are not told of. */
const fromOutside = Annotation.define<true>();

/** Before whatever is pressed elsewhere, and before the page is left. */
const pressed = ['pointerdown', 'click', 'pagehide'] as const;

/** Keys that mean something to what surrounds an editor. */
const keysOfOthers = new Set(['Mod-Enter', 'Mod-i', 'Mod-Alt-\\']);

export function openEditor({ place, text, options, nonce, caret, onChange }: EditorParts): OpenEditor {
  const [settings, help, grammar] = [new Compartment(), new Compartment(), new Compartment()];
  const held = new HeldText(text, onChange);
  let now = options;
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      doc: text,
      extensions: [
        // What comes first is stronger: looks of code before those of all fields.
        ...[EditorView.cspNonce.of(nonce), matchMedia('(pointer: coarse)').matches ? touchLooks : []],
        ...[help.of(helpOf.of(options.help)), settings.of(settingsOf(options)), grammar.of([]), chipView, looks],
        EditorView.updateListener.of((update) => {
          const isOwn = update.transactions.some((each) => each.docChanged && each.annotation(fromOutside) !== true);
          if (isOwn) held.type(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: () => held.tell() }),
      ],
    }),
  });
  const show = async ({ language }: EditorOptions) => {
    const extension = await languageOf(language).catch(() => []);
    if (now.language === language) view.dispatch({ effects: grammar.reconfigure(extension) });
  };
  if (options.language !== '') void show(options);
  // Keys that mean something to what surrounds it.
  const onKey = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && held.tell();
  view.dom.addEventListener('keydown', onKey, { capture: true });
  for (const name of pressed) addEventListener(name, held.tell, { capture: true });
  if (caret !== null) {
    view.focus();
    const last = view.state.doc.length;
    view.dispatch({ selection: { anchor: Math.min(caret.from, last), head: Math.min(caret.to, last) } });
  }
  return {
    setText(next) {
      if (!held.take(next)) return;
      const change = changeBetween(view.state.doc.toString(), next.replace(/\r\n?/g, '\n'));
      if (change !== null) view.dispatch({ changes: change, annotations: fromOutside.of(true) });
    },
    setOptions(next) {
      const before = now;
      now = next;
      const { help: nextHelp, language, ...rest } = next;
      if (before.help !== nextHelp) view.dispatch({ effects: help.reconfigure(helpOf.of(nextHelp)) });
      const isOther = Object.entries(rest).some(([key, value]) => before[key as keyof EditorOptions] !== value);
      if (isOther) view.dispatch({ effects: settings.reconfigure(settingsOf(next)) });
      if (before.language !== language) void show(next);
    },
    focus: () => view.focus(),
    close() {
      for (const name of pressed) removeEventListener(name, held.tell, { capture: true });
      held.close();
      view.destroy();
    },
  };
}

function settingsOf(options: EditorOptions): Extension {
  const { isCode, readOnly, rows, phrases } = options;
  return [
    EditorState.phrases.of(phrases),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      ...{ id: options.id, 'aria-label': options.label, 'aria-multiline': String(rows > 1) },
      ...{ spellcheck: String(!isCode), autocapitalize: isCode ? 'off' : 'sentences' },
      ...(options.describedBy !== undefined && { 'aria-describedby': options.describedBy }),
      ...(options.isWrong && { 'aria-invalid': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true' }),
      ...(options.placeholder !== '' && { 'aria-placeholder': options.placeholder }),
    }),
    ...[placeholder(options.placeholder), heightOf(rows), offerList, syntaxHighlighting(colours)],
    isCode ? forCode : forText,
    options.isUndoneOutside ? undoneOutside : [history(), keymap.of(historyKeymap)],
    rows > 1 ? [] : keymap.of([{ key: 'Enter', run: () => true }]),
    keymap.of(defaultKeymap.filter(({ key }) => key === undefined || !keysOfOthers.has(key))),
  ];
}

/** Tab indents; Escape, then Tab leaves: the view sees to that. */
const forCode: Extension = [
  ...[lineNumbers(), highlightActiveLineGutter(), bracketMatching(), closeBrackets(), indentOnInput()],
  ...[indentUnit.of('    '), codeLooks, keymap.of([...closeBracketsKeymap, indentWithTab])],
  // What is long scrolls: it is reached by keys.
  EditorView.contentAttributes.of({ dir: 'ltr', tabindex: '0' }),
];

/** Lines are wrapped, and each has the direction of its words. */
const forText: Extension = [
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.theme({ '.cm-line': { unicodeBidi: 'plaintext' } }),
];

/** What the browser would take back by itself is not what the document knows of. */
const undoneOutside: Extension = EditorView.domEventHandlers({
  beforeinput(event) {
    if (!event.inputType.startsWith('history')) return false;
    event.preventDefault();
    return true;
  },
});
