import type { texts as english } from './en.ts';

export const texts: typeof english = {
  leave: 'Tab aplica sangría; Esc y después Tab sale del campo.',
  offers: 'Sugerencias',
  deleted: 'Selección eliminada',
};
