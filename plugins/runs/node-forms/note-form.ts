import type { NodeForm } from './contract.ts';

/** Sticky notes: they are drawn only, and no node type runs them. */
export const noteForm: NodeForm = {
  id: 'note@1',
  title: 'Note',
  about: 'A remark on the canvas. It does not run.',
  aliases: {
    en: ['comment', 'sticky', 'remark', 'annotation', 'text box'],
    de: ['kommentar', 'notiz', 'bemerkung'],
    fr: ['commentaire', 'remarque'],
    es: ['comentario', 'apunte'],
    zh: ['注释', '备注', '便签'],
  },
  group: 'notes',
  icon: 'FileText',
  colour: 'note',
  drawn_as: 'custom-note',
  start: { text: '', theme: 'blue', author: '', showAuthor: false, width: 240, height: 88 },
  summary: [],
  fields: [
    { at: 'text', kind: 'rich-text', label: 'Text' },
    {
      at: 'theme',
      kind: 'choice',
      label: 'Colour',
      default: 'blue',
      options: [
        { value: 'blue', label: 'Blue' },
        { value: 'cyan', label: 'Cyan' },
        { value: 'green', label: 'Green' },
        { value: 'yellow', label: 'Yellow' },
        { value: 'pink', label: 'Pink' },
        { value: 'violet', label: 'Violet' },
      ],
    },
    { at: 'showAuthor', kind: 'switch', label: 'Show who wrote it', default: false },
  ],
  outputs: [],
  handles: [],
  kept: ['author', 'width', 'height'],
};
