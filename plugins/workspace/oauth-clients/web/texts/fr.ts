import type { texts as english } from './en.ts';

export const texts: typeof english = {
  services: 'Services de connexion',
  servicesAbout:
    'Google, Microsoft, GitHub et GitLab : les personnes se connectent avec eux et y relient leurs comptes.',
  addresses: 'Adresses à enregistrer',
  addressesAbout:
    'Saisissez les deux comme adresses de redirection là où vous enregistrez ce serveur auprès d’un service.',
  uses: { sign_in: 'Connexion', connected_accounts: 'Comptes reliés' },
  clients: 'Services',
  clientsAbout: 'Enregistrez ce serveur auprès d’un service et saisissez l’ID client et le secret qu’il vous donne.',
  service: 'Service',
  clientId: 'ID client',
  clientSecret: 'Secret du client',
  secretKept: 'Laissez vide pour garder celui qui est enregistré.',
  domains: 'Domaines',
  domainsHint: (label: string) =>
    `Qui, selon ${label}, a une adresse de ces domaines se connecte sans invitation. Plusieurs, séparés par des virgules.`,
  address: 'Adresse',
  addressHint: 'De votre propre serveur, si vous en avez un.',
  tenant: 'Locataire',
  tenantHint:
    'L’ID du locataire, de son aperçu dans Entra. Sans lui, personne ne se connecte avec Microsoft ; les comptes peuvent être reliés.',
  noTenant: 'Pas de connexion : pas de locataire',
  driveReadonly: 'Peut demander à lire tout un Drive',
  driveReadonlyHint: 'Seulement si votre client chez Google est interne, ou a été vérifié par Google.',
  notSetUp: 'Non configuré',
  inConfiguration: 'Défini dans la configuration',
  optional: 'facultatif',
  save: 'Enregistrer',
  saved: (label: string) => `${label} est configuré.`,
  register: (label: string) => `Où enregistrer des clients chez ${label}`,
  setUp: (label: string) => `Configurer ${label}`,
  change: (label: string) => `Modifier ${label}`,
  test: (label: string) => `Tester ${label}`,
  remove: 'Retirer',
  removeQuestion: (label: string) => `Retirer le client de ${label} ?`,
  removeAbout: (label: string) =>
    `Personne ne se connecte plus avec ${label}, et les comptes qui y sont reliés s’arrêtent. Qui n’a pas de mot de passe en définit un par e-mail.`,
  answers: (label: string, says: string) => `${label} répond : ${says}.`,
  nothingKnown: 'rien de connu',
  results: {
    accepted: 'L’ID client et le secret sont corrects.',
    refused: 'L’ID client ou le secret est incorrect, ou l’adresse n’est pas enregistrée.',
    unclear: 'On ne sait pas s’il accepte le client.',
  },
  troubles: {
    raw_ip: (label: string) =>
      `${label} n’accepte pas d’adresse IP nue. Donnez à ce serveur un nom d’un domaine public et réglez CONSOLE_URL dessus.`,
    not_https: (label: string) =>
      `${label} n’accepte que https, sauf pour localhost. Placez ce serveur derrière https et réglez CONSOLE_URL.`,
    not_public: (label: string) =>
      `${label} n’accepte que des noms de domaines publics. Réglez CONSOLE_URL sur l’un d’eux ; il peut mener dans votre propre réseau.`,
  },
};
