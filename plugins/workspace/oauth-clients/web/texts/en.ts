import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  services: 'Sign-in services',
  servicesAbout: 'Google, Microsoft, GitHub and GitLab: people sign in with them, and connect their accounts there.',
  addresses: 'Addresses to register',
  addressesAbout: 'Enter both as redirect addresses where you register this server at a service.',
  uses: { sign_in: 'Signing in', connected_accounts: 'Connected accounts' },
  clients: 'Services',
  clientsAbout: 'Register this server at a service, and enter the client ID and secret that it gives you.',
  service: 'Service',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'Leave it empty to keep the one that is stored.',
  domains: 'Domains',
  domainsHint: (label: string) =>
    `People whom ${label} vouches for with an address of these domains sign in without an invitation. Several with commas.`,
  address: 'Address',
  addressHint: 'Of your own server, if you have one.',
  tenant: 'Tenant',
  tenantHint:
    'The ID of the tenant, from its overview in Entra. Without it nobody signs in with Microsoft; accounts can be connected.',
  noTenant: 'No sign-in: no tenant',
  driveReadonly: 'May ask to read a whole Drive',
  driveReadonlyHint: 'Only if your client at Google is internal, or was verified by Google.',
  notSetUp: 'Not set up',
  inConfiguration: 'Set in the configuration',
  optional: 'optional',
  save: 'Save',
  saved: (label: string) => `${label} is set up.`,
  register: (label: string) => `Where clients of ${label} are registered`,
  setUp: (label: string) => `Set up ${label}`,
  change: (label: string) => `Change ${label}`,
  test: (label: string) => `Test ${label}`,
  remove: 'Remove',
  removeQuestion: (label: string) => `Remove the client of ${label}?`,
  removeAbout: (label: string) =>
    `Nobody signs in with ${label} any more, and accounts connected there stand still. People without a password set one by mail.`,
  answers: (label: string, says: string) => `${label} answers: ${says}.`,
  nothingKnown: 'nothing known',
  results: {
    accepted: 'The client ID and secret are right.',
    refused: 'The client ID or secret is not right, or the address is not registered.',
    unclear: 'It is not clear whether it takes the client.',
  },
  troubles: {
    raw_ip: (label: string) =>
      `${label} takes no bare IP addresses. Give this server a name of a public domain and set CONSOLE_URL to it.`,
    not_https: (label: string) =>
      `${label} takes https only, but for localhost. Put this server behind https and set CONSOLE_URL to it.`,
    not_public: (label: string) =>
      `${label} takes names of public domains only. Set CONSOLE_URL to one; it may lead into your own network.`,
  },
};

/** What operators are told of the clients of their server at services. */
export const oauthClientTexts = defineTexts(texts, import.meta.glob('./*'));
