import type { texts as english } from './en.ts';

export const texts: typeof english = {
  close: 'Fermer',
  cancel: 'Annuler',
  loading: 'Chargement',
  tryAgain: 'Réessayer',
  panelFailed: 'Cette partie de la page n’a pas pu être affichée. Le reste fonctionne.',
  somethingWrong: 'Un problème est survenu',
  somethingWrongAbout: 'Cette page n’a pas pu continuer. Rien de ce qui s’exécute sur le serveur ne s’est arrêté.',
  reload: 'Recharger la page',
  offline: 'Pas de connexion. Ce qui s’exécute continue ; cette page reprendra dès que possible.',
  theme: 'Apparence',
  themeLight: 'Clair',
  themeDark: 'Sombre',
  themeSystem: 'Comme le système',
  showMore: (count) => `En montrer ${count} de plus`,
};
