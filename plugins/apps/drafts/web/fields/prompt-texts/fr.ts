import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: 'Tapez / ou {{ pour insérer une variable',
  special: 'Espaces réservés particuliers',
  unknown: 'introuvable : aucun nœud précédent ne la fournit',
  hidden: 'Valeur masquée',
  hiddenAbout: 'scellée : les exécutions l’utilisent et personne ne la voit',
  lost: 'Aucune valeur',
  lostAbout: 'non conservée avec cette application : saisissez-la à nouveau',
  moveSecret: 'Déplacer dans une variable d’environnement secrète',
};
