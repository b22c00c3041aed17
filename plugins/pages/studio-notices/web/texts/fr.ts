import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'Avis',
  about: 'Ce qu’il faut savoir de cet espace de travail, les non lus d’abord. Conservés 90 jours.',
  unreadCount: (count: number) => `Avis : ${count} non lus`,
  unread: 'Non lu',
  readAll: 'Tout marquer comme lu',
  none: 'Aucun avis',
  noneAbout: 'Les budgets bientôt épuisés et les connexions depuis de nouveaux endroits sont annoncés ici.',
  what: 'Quoi',
  when: 'Quand',
  budgetNear: 'Quatre cinquièmes d’un budget sont utilisés',
  budgetReached: 'Un budget est épuisé',
  newSignIn: (address: string) => `Une nouvelle connexion depuis ${address}`,
};
