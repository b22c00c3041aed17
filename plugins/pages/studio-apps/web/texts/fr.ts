import type { texts as english } from './en.ts';

export const texts: typeof english = {
  apps: 'Applications',
  about: 'Chatbots, agents, workflows et générateurs de texte de cet espace.',
  search: 'Rechercher des applications',
  none: 'Pas encore d’application',
  noneAbout: 'Importez un document, ou partez d’un modèle.',
  noHits: 'Aucune application ne correspond',
  clear: 'Effacer la recherche',
  newWorkspace: 'Nouvel espace de travail',
  workspaceName: 'Nom de l’espace',
  makeWorkspace: 'Créer l’espace',
  changedAgo: (when) => `Modifiée ${when}`,
};
