import { defineTexts } from '#plugins/ui/web/texts-of.ts';

export const texts = {
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code',
  table: 'Table',
  done: 'Done',
  notDone: 'Not done',
  showDiagram: 'Show diagram',
  hideDiagram: 'Show source',
  diagram: 'Diagram',
  diagramFailed: 'This diagram can’t be drawn. Its source is below.',
  details: 'Details',
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  footnote: (label: string) => `Footnote ${label}`,
  backToText: 'Back to the text',
  beside: 'Open beside the conversation',
  openAddress: 'Open in a new tab',
  openMail: 'Write an e-mail',
  leadsTo: 'This leads to',
  pictureFrom: (host: string) => `Picture from ${host}`,
  linkTo: (host: string) => `Link to ${host}`,
  allRows: (count: number) => `Show all ${count} rows`,
};

export const markdownTexts = defineTexts(texts, import.meta.glob('./*'));
