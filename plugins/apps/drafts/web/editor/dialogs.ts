/** Dialogs of the editor, which come when they are opened. */
export { RunNodeDialog } from '#plugins/drafts/web/run/run-node-dialog.tsx';
export { KeysDialog } from './keys-dialog.tsx';
export { ProblemsDialog } from './problems-dialog.tsx';
