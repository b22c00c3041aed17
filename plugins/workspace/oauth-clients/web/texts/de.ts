import type { texts as english } from './en.ts';

export const texts: typeof english = {
  services: 'Anmeldedienste',
  servicesAbout: 'Google, Microsoft, GitHub und GitLab: Menschen melden sich damit an und verbinden ihre Konten dort.',
  addresses: 'Zu registrierende Adressen',
  addressesAbout:
    'Tragen Sie beide als Weiterleitungsadressen ein, wo Sie diesen Server bei einem Dienst registrieren.',
  uses: { sign_in: 'Anmeldung', connected_accounts: 'Verbundene Konten' },
  clients: 'Dienste',
  clientsAbout:
    'Registrieren Sie diesen Server bei einem Dienst und tragen Sie Client-ID und Secret ein, die er Ihnen gibt.',
  service: 'Dienst',
  clientId: 'Client-ID',
  clientSecret: 'Client-Secret',
  secretKept: 'Leer lassen, um das gespeicherte zu behalten.',
  domains: 'Domains',
  domainsHint: (label: string) =>
    `Wer laut ${label} eine Adresse dieser Domains hat, meldet sich ohne Einladung an. Mehrere mit Kommas.`,
  address: 'Adresse',
  addressHint: 'Ihres eigenen Servers, falls Sie einen haben.',
  tenant: 'Mandant',
  tenantHint:
    'Die ID des Mandanten, aus dessen Übersicht in Entra. Ohne sie meldet sich niemand mit Microsoft an; Konten lassen sich verbinden.',
  noTenant: 'Keine Anmeldung: kein Mandant',
  driveReadonly: 'Darf um Lesezugriff auf ein ganzes Drive bitten',
  driveReadonlyHint: 'Nur wenn Ihr Client bei Google intern ist oder von Google geprüft wurde.',
  notSetUp: 'Nicht eingerichtet',
  inConfiguration: 'In der Konfiguration festgelegt',
  optional: 'optional',
  save: 'Speichern',
  saved: (label: string) => `${label} ist eingerichtet.`,
  register: (label: string) => `Wo Clients bei ${label} registriert werden`,
  setUp: (label: string) => `${label} einrichten`,
  change: (label: string) => `${label} ändern`,
  test: (label: string) => `${label} testen`,
  remove: 'Entfernen',
  removeQuestion: (label: string) => `Den Client bei ${label} entfernen?`,
  removeAbout: (label: string) =>
    `Niemand meldet sich mehr mit ${label} an, und dort verbundene Konten stehen still. Wer kein Passwort hat, legt per E-Mail eines fest.`,
  answers: (label: string, says: string) => `${label} antwortet: ${says}.`,
  nothingKnown: 'nichts Bekanntes',
  results: {
    accepted: 'Client-ID und Secret stimmen.',
    refused: 'Client-ID oder Secret stimmen nicht, oder die Adresse ist nicht registriert.',
    unclear: 'Unklar, ob der Client angenommen wird.',
  },
  troubles: {
    raw_ip: (label: string) =>
      `${label} nimmt keine bloßen IP-Adressen. Geben Sie diesem Server einen Namen einer öffentlichen Domain, und setzen Sie CONSOLE_URL darauf.`,
    not_https: (label: string) =>
      `${label} nimmt nur https, außer bei localhost. Stellen Sie diesen Server hinter https, und setzen Sie CONSOLE_URL darauf.`,
    not_public: (label: string) =>
      `${label} nimmt nur Namen öffentlicher Domains. Setzen Sie CONSOLE_URL auf einen; er darf in Ihr eigenes Netz führen.`,
  },
};
