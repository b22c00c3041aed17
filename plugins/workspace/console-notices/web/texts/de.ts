import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'Mitteilungen',
  about: 'Was in diesem Arbeitsbereich wichtig ist, Ungelesenes zuerst. Wird 90 Tage aufbewahrt.',
  unreadCount: (count: number) => `Mitteilungen: ${count} ungelesen`,
  unread: 'Ungelesen',
  readAll: 'Alle als gelesen markieren',
  none: 'Keine Mitteilungen',
  noneAbout:
    'Hier stehen wartende Formulare, fehlende Zahlungen, Budgets, die zu Ende gehen, gescheiterte Quellen und Webhooks sowie Anmeldungen von neuen Orten.',
  what: 'Was',
  when: 'Wann',
  budgetNear: 'Vier Fünftel eines Budgets sind verbraucht',
  budgetReached: 'Ein Budget ist verbraucht',
  newSignIn: (address: string) => `Eine neue Anmeldung von ${address}`,
  formWaits: (title: string) => `Ein Formular wartet auf Antwort: ${title}`,
  formOfAppWaits: (app: string, title: string) =>
    `Ein Formular von ${app} wartet auf Antwort${title === '' ? '' : `: ${title}`}`,
  webhookOff: (host: string) => `${host} will keine Nachrichten mehr: Der Webhook ist abgeschaltet`,
  appFails: (app: string | undefined) =>
    app === undefined
      ? 'Eine App scheitert bei ihren Besuchern: Ausführungen ansehen, die fehlgeschlagen sind'
      : `${app} scheitert bei ihren Besuchern: Ausführungen ansehen, die fehlgeschlagen sind`,
  accountBroken: (label: string) =>
    `Verbinden Sie ${label} neu: Es funktioniert nicht mehr, und was es nutzt, steht still`,
  repositoryBroken: (repository: string) =>
    `${repository} kann nicht abgeglichen werden: sehen Sie nach, was der Server sagt`,
  repositoryApps: (repository: string, count: string) => `${count} Apps von ${repository} warten auf jemanden`,
  repositoryConflict: (app: string, repository: string) =>
    `${app} wurde hier und in ${repository} geändert: wählen Sie, was bleibt`,
  repositoryApp: (app: string, repository: string) =>
    `${app} ist nicht im Gleichstand mit ${repository}: sehen Sie nach, warum`,
  sourceFailed: 'Eine Quelle einer Wissensbasis konnte nicht gelesen werden',
  paymentFailed: 'Eine Zahlung fehlt: Zahlen Sie, um den Tarif zu behalten',
};
