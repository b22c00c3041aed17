import type { NoticeTexts } from './notice-texts.ts';

const effects = {
  warn: 'Rien n’est arrêté : il ne fait qu’avertir.',
  stop: 'Une fois épuisé, les exécutions sont refusées.',
  downgrade: 'Une fois épuisé, les appels vont au modèle moins cher qu’il désigne.',
} as const;
const owners = { app: 'd’une application', 'app key': 'd’une clé d’application' } as const;

export const texts: NoticeTexts = {
  changes: {
    'new-sign-in': {
      subject: 'Une nouvelle connexion',
      what: 'Quelqu’un s’est connecté à votre compte depuis un lieu d’où il n’avait pas été utilisé.',
    },
    'password-changed': {
      subject: 'Votre mot de passe a été changé',
      what: 'Le mot de passe de votre compte a été changé.',
    },
    'second-factor-on': {
      subject: 'Votre second facteur est activé',
      what: 'Un second facteur a été configuré pour votre compte.',
    },
    'second-factor-off': {
      subject: 'Votre second facteur est désactivé',
      what: 'Le second facteur de votre compte a été désactivé : le mot de passe suffit pour se connecter.',
    },
    'recovery-codes-renewed': {
      subject: 'Nouveaux codes de récupération',
      what: 'De nouveaux codes de récupération ont été créés pour votre compte ; les précédents ne sont plus valables.',
    },
    'key-made': {
      subject: 'Une clé personnelle a été créée',
      what: 'Une clé personnelle a été créée pour votre compte : un programme qui la possède agit en votre nom.',
    },
    'sign-in-linked': {
      subject: 'Une autre façon de se connecter',
      what: 'Une autre personne d’un fournisseur d’identité a été liée à votre compte et peut s’y connecter.',
    },
    'sign-in-unlinked': {
      subject: 'Une façon de se connecter a été retirée',
      what: 'Une façon de se connecter a été dissociée de votre compte ; personne n’entre plus par là.',
    },
  },
  when: (time) => `Quand : ${time}`,
  from: (address) => `Depuis : ${address}`,
  remedies: {
    account:
      'Si c’était vous, ne faites rien. Sinon, définissez aussitôt un nouveau mot de passe (« Mot de passe oublié ? » : cela met fin à toutes les sessions et clés personnelles), et vérifiez vos sessions et vos clés.',
    link: 'Si c’était vous, ne faites rien. Sinon, demandez aussitôt au propriétaire de l’espace de travail de supprimer la connexion au fournisseur d’identité : un nouveau mot de passe ne met pas fin au lien. Définissez ensuite un nouveau mot de passe (« Mot de passe oublié ? »), ce qui met fin à toutes les sessions et clés personnelles.',
  },
  given: ({ workspace, other }) => ({
    subject: 'Un espace de travail a été cédé',
    text: `L’espace de travail ${workspace} a été cédé à ${other}, qui en est maintenant propriétaire ; vous en êtes administrateur.\n\nSi ce n’était pas vous, demandez à ${other} de le rendre, et définissez un nouveau mot de passe.`,
  }),
  received: ({ workspace, other }) => ({
    subject: 'Vous êtes propriétaire d’un espace de travail',
    text: `${other} vous a cédé l’espace de travail ${workspace} : il est à vous désormais, avec son offre et ses factures.`,
  }),
  somebodyElse: 'quelqu’un d’autre',
  budget({ level, of, period, unit, currency, amount, used, action }, workspace) {
    const counted = unit === 'tokens' ? 'tokens' : currency;
    const whose =
      of === 'workspace' ? `de l’espace de travail ${workspace}` : `${owners[of]} de l’espace de travail ${workspace}`;
    const isDay = period === 'day';
    return {
      subject: level === 'near' ? 'Un budget est presque épuisé' : 'Un budget est épuisé',
      text: `Du budget ${whose}, ${amount} ${counted} par ${isDay ? 'jour' : 'mois'}, ${used} ont été utilisés. ${effects[action]}\n\nIl recommence avec le prochain ${isDay ? 'jour' : 'mois'} (UTC). Pour voir et modifier les budgets : weft budgets`,
    };
  },
};
