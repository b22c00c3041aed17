import { HighlightStyle } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours as in answers (markdown.module.css). */
export const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.bool, tags.null, tags.self],
    color: 'light-dark(oklch(0.48 0.19 305), oklch(0.79 0.12 305))',
  },
  {
    tag: [tags.string, tags.regexp, tags.special(tags.string)],
    color: 'light-dark(oklch(0.47 0.11 150), oklch(0.81 0.12 150))',
  },
  { tag: tags.number, color: 'light-dark(oklch(0.5 0.14 50), oklch(0.82 0.11 65))' },
  {
    tag: [
      tags.propertyName,
      tags.function(tags.variableName),
      tags.definition(tags.function(tags.variableName)),
      tags.typeName,
      tags.className,
    ],
    color: 'light-dark(oklch(0.48 0.15 255), oklch(0.8 0.1 250))',
  },
  { tag: [tags.comment, tags.meta], color: 'var(--text-3)' },
]);

/** The looks of fields; light and dark come of the tokens. */
export const looks: Extension = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-m)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '14px',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px', borderColor: 'var(--accent)' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '22px', maxBlockSize: '60vh', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)', minInlineSize: '0' },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-gutters': {
    background: 'var(--sunken)',
    color: 'var(--text-3)',
    border: 'none',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-activeLineGutter': { background: 'transparent', color: 'var(--text)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--bad-soft)' },
  '.cm-chip': {
    display: 'inline-block',
    maxInlineSize: '100%',
    padding: '0 6px',
    marginBlock: '1px',
    borderRadius: 'var(--r-s)',
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    fontSize: '13px',
    lineHeight: '20px',
    // What is hidden at its end would put its baseline below that of the text.
    verticalAlign: 'bottom',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-chip-unknown': {
    background: 'var(--warn-soft)',
    color: 'var(--warn)',
    textDecoration: 'underline wavy',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-m)',
    background: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
    zIndex: '20',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    padding: '4px',
    fontFamily: 'var(--font)',
    fontSize: '13px',
    maxBlockSize: '260px',
    maxInlineSize: 'min(420px, calc(100vw - 24px))',
    minInlineSize: '220px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[role=option]': {
    display: 'flex',
    gap: '8px',
    alignItems: 'baseline',
    padding: '3px 8px',
    borderRadius: 'var(--r-s)',
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li.cm-group': {
    padding: '6px 8px 2px',
    color: 'var(--text-2)',
    fontSize: '12px',
    lineHeight: '18px',
    fontWeight: '600',
    cursor: 'default',
  },
  '.cm-completionLabel': { flex: 'none' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    margin: '0',
    color: 'var(--text-2)',
    font: '400 12px / 20px var(--mono)',
    fontStyle: 'normal',
    flex: 'none',
  },
  '.cm-offer-about': {
    color: 'var(--text-2)',
    fontSize: '12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minInlineSize: '0',
  },
});

export const codeLooks: Extension = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '13px', lineHeight: '20px' },
});

/** Below 16 px a phone zooms into the field. */
export const touchLooks: Extension = EditorView.theme({ '.cm-scroller': { fontSize: '16px', lineHeight: '24px' } });

const heights = new Map<number, Extension>();

/** Room for so many lines. */
export function heightOf(rows: number): Extension {
  const known =
    heights.get(rows) ?? EditorView.theme({ '.cm-content, .cm-gutter': { minBlockSize: `${rows * 22 + 12}px` } });
  heights.set(rows, known);
  return known;
}
