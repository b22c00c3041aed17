/** Dialogs of the assistant, which come when they are opened. */
export { AssistantDialog } from './assistant-dialog.tsx';
export { WriteDialog } from './write-dialog.tsx';
