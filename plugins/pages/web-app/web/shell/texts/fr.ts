import type { texts as english } from './en.ts';

export const texts: typeof english = {
  opening: 'Ouverture',
  allApps: 'Toutes les applications',
  tryAgain: 'Réessayer',
  closeChat: 'Fermer',
  accounts: 'Comptes connectés',
  accountsStandStill: 'Comptes connectés : l’un est à l’arrêt',
  accountsAbout:
    'Comptes d’autres services que vous avez connectés dans cette application. Vous seul en joignez des fichiers ; personne ne voit le reste.',
  noAccounts: 'Rien n’est connecté.',
  accountSince: (service: string, day: string) => `${service}, connecté le ${day}`,
  accountBroken: (reason: string) =>
    `Il ne fonctionne plus : ${reason}. Aucun fichier ne peut en être joint tant que vous ne l’avez pas reconnecté.`,
  accountFailed: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
  reconnect: 'Reconnecter',
  disconnect: 'Déconnecter',
  disconnectAccount: (label: string) => `Déconnecter ${label}`,
  offline: 'Pas de connexion. Ce qui s’exécute continue, et cette page reprendra.',
  unreachable: 'Le serveur est injoignable',
  unreachableAbout: 'Vérifiez votre connexion, puis réessayez.',
  failed: 'Cette page ne peut pas s’ouvrir maintenant',
  failedAbout: 'Un problème est survenu en chemin. Réessayez dans un instant.',
  tooMany: 'Trop de visites',
  tooManyAbout: 'Votre réseau a fait plus de visites qu’il n’est permis. Attendez une minute, puis réessayez.',
  forMembers: 'Seuls les membres de l’espace de travail peuvent utiliser cette application.',
  forSso: 'Connectez-vous avec votre organisation pour utiliser cette application.',
  email: 'E-mail',
  password: 'Mot de passe',
  code: 'Code',
  codeHint: 'De votre application d’authentification, ou un code de secours.',
  signIn: 'Se connecter',
  ssoRefusedOtherwise: 'La connexion n’a pas abouti. Réessayez.',
  signInTitle: (title: string) => `Se connecter à ${title}`,
  openInTab: 'Ouvrir dans un nouvel onglet',
  continueWith: (name: string) => `Continuer avec ${name}`,
  closed: {
    off: { title: 'Cette page est désactivée', about: 'La page de cette application a été désactivée.' },
    paused: {
      title: 'Cette application est en pause',
      about: 'Elle est suspendue pour le moment. Réessayez plus tard.',
    },
    unpublished: {
      title: 'Cette application n’est pas encore publiée',
      about: 'Elle est encore en préparation. Réessayez plus tard.',
    },
    'not-found': {
      title: 'Il n’y a rien ici',
      about: 'L’adresse est erronée, ou l’application a été supprimée. Demandez à la personne qui vous l’a donnée.',
    },
    'embed-off': { title: 'Ce chat n’est pas disponible', about: 'Il a été désactivé, ou son code a changé.' },
    'origin-not-allowed': {
      title: 'Ce chat n’appartient pas à ce site',
      about: 'Ce site n’est pas autorisé à l’afficher.',
    },
  },
  ssoRefused: {
    refused: 'Votre organisation ne vous a pas laissé entrer.',
    unverified_address: 'Votre organisation ne confirme pas votre adresse e-mail.',
    foreign_address: 'Votre adresse e-mail n’appartient pas à cette organisation.',
    removed: 'Votre accès a été retiré.',
  } as Readonly<Record<string, string>>,
  signInWrong: {
    wrong_credentials: 'E-mail ou mot de passe incorrect.',
    wrong_code: 'Le code est incorrect ou a déjà servi.',
    too_many_attempts: 'Trop de tentatives. Attendez quelques minutes, puis réessayez.',
  } as Readonly<Record<string, string>>,
};
