/**
 * A field for source code and texts with placeholders. The editor in it comes when a page shows the first one; until then,
 * and while it can't be fetched, it is a plain field.
 */
export { CodeEditor, type CodeEditorProps } from './code-editor.tsx';
export type { Chip, CodeLanguage, Offer, Offers, TextHelp } from './editor-options.ts';
export { tellTyped } from './held-text.ts';
