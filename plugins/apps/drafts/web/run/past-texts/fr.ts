import type { texts as english } from './en.ts';

export const texts: typeof english = {
  pastRun: 'Valeurs d’une exécution antérieure',
  valuesOf: (when, state) => `Les nœuds ont les valeurs de l’exécution du ${when} (${state}).`,
  backToRun: 'Retour à l’exécution',
  goOnFromHere: 'Continuer d’ici avec le brouillon',
  leaveRun: 'Afficher les dernières valeurs du brouillon',
  chooseToGoOn: 'Choisissez un nœud exécuté, hors de tout cadre.',
};
