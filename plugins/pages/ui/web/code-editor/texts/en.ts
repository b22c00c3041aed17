import { defineTexts } from '#plugins/ui/web/texts-of.ts';

export const texts = {
  leave: 'Tab indents; Esc, then Tab leaves the field.',
  offers: 'Suggestions',
  deleted: 'Selection deleted',
};

export const editorTexts = defineTexts(texts, import.meta.glob('./*'));
