import type { texts as english } from './en.ts';

export const texts: typeof english = {
  leave: 'Tab rückt ein; Esc und dann Tab verlässt das Feld.',
  offers: 'Vorschläge',
  deleted: 'Auswahl gelöscht',
};
