import type { texts as english } from './en.ts';

export const texts: typeof english = {
  conflict: 'Vous avez modifié le même endroit à deux',
  conflictAbout: 'Choisissez pour chaque champ. « Annuler » ramène ce que vous ne choisissez pas.',
  yours: 'Votre version',
  theirs: 'L’autre version',
  somebody: 'Quelqu’un d’autre',
  keepAllMine: 'Garder toutes les miennes',
  takeAllTheirs: 'Prendre toutes les autres',
  onlyHere: 'Diffère',
  removedHere: 'Supprimé',
  emptyHere: 'Vide',
  placeLost: 'L’endroit de cette modification a été supprimé. Copiez votre texte si vous en avez besoin.',
  wholeNode: 'Tout le nœud',
  cardPlace: 'Place sur le canevas',
  edgesOf: 'Connexions',
  keepMine: 'Garder la mienne',
  takeTheirs: 'Prendre l’autre',
};
