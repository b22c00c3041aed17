import type { texts as english } from './en.ts';

export const texts: typeof english = {
  leave: 'Tab met en retrait ; Échap puis Tab quitte le champ.',
  offers: 'Suggestions',
  deleted: 'Sélection supprimée',
};
