import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'Avis',
  about: 'Ce qu’il faut savoir de cet espace de travail, les non lus d’abord. Conservés 90 jours.',
  unreadCount: (count: number) => `Avis : ${count} non lus`,
  unread: 'Non lu',
  readAll: 'Tout marquer comme lu',
  none: 'Aucun avis',
  noneAbout:
    'Les formulaires en attente, les paiements manquants, les budgets bientôt épuisés, les sources et webhooks en échec et les connexions depuis de nouveaux endroits sont annoncés ici.',
  what: 'Quoi',
  when: 'Quand',
  budgetNear: 'Quatre cinquièmes d’un budget sont utilisés',
  budgetReached: 'Un budget est épuisé',
  newSignIn: (address: string) => `Une nouvelle connexion depuis ${address}`,
  formWaits: (title: string) => `Un formulaire attend une réponse : ${title}`,
  formOfAppWaits: (app: string, title: string) =>
    `Un formulaire de ${app} attend une réponse${title === '' ? '' : ` : ${title}`}`,
  webhookOff: (host: string) => `${host} ne veut plus de messages : son webhook est désactivé`,
  appFails: (app: string | undefined) =>
    app === undefined
      ? 'Une application échoue chez ses visiteurs : voir ses exécutions en échec'
      : `${app} échoue chez ses visiteurs : voir ses exécutions en échec`,
  accountBroken: (label: string) => `Reconnectez ${label} : il ne fonctionne plus, et ce qui l’utilise est à l’arrêt`,
  repositoryBroken: (repository: string) => `${repository} ne peut pas être synchronisé : voyez ce que dit son serveur`,
  repositoryApps: (repository: string, count: string) => `${count} applications de ${repository} attendent quelqu’un`,
  repositoryConflict: (app: string, repository: string) =>
    `${app} a été modifiée ici et dans ${repository} : choisissez ce qui reste`,
  repositoryApp: (app: string, repository: string) =>
    `${app} n’est pas synchronisée avec ${repository} : voyez pourquoi`,
  sourceFailed: 'Une source d’une base de connaissances n’a pas pu être lue',
  paymentFailed: 'Un paiement manque : payez pour garder l’offre',
};
