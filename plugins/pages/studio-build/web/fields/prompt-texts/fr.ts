import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: 'Tapez / ou {{ pour insérer une variable',
  unknown: 'introuvable : aucun nœud précédent ne la fournit',
};
