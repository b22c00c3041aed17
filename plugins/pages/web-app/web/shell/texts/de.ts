import type { texts as english } from './en.ts';

export const texts: typeof english = {
  opening: 'Wird geöffnet',
  allApps: 'Alle Apps',
  tryAgain: 'Noch einmal versuchen',
  closeChat: 'Schließen',
  accounts: 'Verbundene Konten',
  accountsStandStill: 'Verbundene Konten: eines steht still',
  accountsAbout:
    'Konten bei anderen Diensten, die Sie in dieser App verbunden haben. Nur Sie hängen Dateien daraus an; den Rest sieht niemand.',
  noAccounts: 'Nichts ist verbunden.',
  accountSince: (service: string, day: string) => `${service}, verbunden am ${day}`,
  accountBroken: (reason: string) =>
    `Es funktioniert nicht mehr: ${reason}. Bis Sie es neu verbinden, lässt sich daraus keine Datei anhängen.`,
  accountFailed: 'Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.',
  reconnect: 'Neu verbinden',
  disconnect: 'Trennen',
  disconnectAccount: (label: string) => `${label} trennen`,
  offline: 'Keine Verbindung. Was läuft, läuft weiter, und diese Seite schließt sich wieder an.',
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableAbout: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  failed: 'Diese Seite lässt sich gerade nicht öffnen',
  failedAbout: 'Unterwegs ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
  tooMany: 'Zu viele Besuche',
  tooManyAbout:
    'Aus Ihrem Netz kamen mehr Besuche als erlaubt. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  forMembers: 'Nur Mitglieder des Arbeitsbereichs können diese App benutzen.',
  forSso: 'Melden Sie sich über Ihre Organisation an, um diese App zu benutzen.',
  email: 'E-Mail',
  password: 'Passwort',
  code: 'Code',
  codeHint: 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
  signIn: 'Anmelden',
  ssoRefusedOtherwise: 'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal.',
  signInTitle: (title: string) => `Anmelden bei ${title}`,
  openInTab: 'In neuem Tab öffnen',
  continueWith: (name: string) => `Weiter mit ${name}`,
  closed: {
    off: { title: 'Diese Seite ist ausgeschaltet', about: 'Die Seite dieser App wurde ausgeschaltet.' },
    paused: {
      title: 'Diese App ist angehalten',
      about: 'Sie ist zurzeit nicht in Betrieb. Versuchen Sie es später noch einmal.',
    },
    unpublished: {
      title: 'Diese App ist noch nicht veröffentlicht',
      about: 'An ihr wird noch gearbeitet. Versuchen Sie es später noch einmal.',
    },
    'not-found': {
      title: 'Hier ist nichts',
      about: 'Die Adresse stimmt nicht, oder die App wurde entfernt. Fragen Sie, von wem Sie die Adresse haben.',
    },
    'embed-off': {
      title: 'Dieser Chat ist nicht verfügbar',
      about: 'Er wurde ausgeschaltet, oder sein Code wurde geändert.',
    },
    'origin-not-allowed': {
      title: 'Dieser Chat gehört nicht zu dieser Website',
      about: 'Diese Website darf ihn nicht anzeigen.',
    },
  },
  ssoRefused: {
    refused: 'Ihre Organisation hat Sie nicht eingelassen.',
    unverified_address: 'Ihre Organisation bestätigt Ihre E-Mail-Adresse nicht.',
    foreign_address: 'Ihre E-Mail-Adresse gehört nicht zu dieser Organisation.',
    removed: 'Ihr Zugang wurde entfernt.',
  } as Readonly<Record<string, string>>,
  signInWrong: {
    wrong_credentials: 'E-Mail oder Passwort stimmt nicht.',
    wrong_code: 'Der Code stimmt nicht oder wurde schon benutzt.',
    too_many_attempts: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  } as Readonly<Record<string, string>>,
};
