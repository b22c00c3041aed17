import type { NoticeTexts } from './notice-texts.ts';

const effects = {
  warn: 'Nichts wird angehalten: Es ist nur ein Hinweis.',
  stop: 'Ist es aufgebraucht, werden Läufe abgelehnt.',
  downgrade: 'Ist es aufgebraucht, gehen Aufrufe an das günstigere Modell, das es nennt.',
} as const;
const owners = { app: 'einer App', 'app key': 'eines App-Schlüssels' } as const;

export const texts: NoticeTexts = {
  changes: {
    'new-sign-in': {
      subject: 'Eine neue Anmeldung',
      what: 'Jemand hat sich an Ihrem Konto von einem Ort angemeldet, von dem aus es bisher nicht benutzt wurde.',
    },
    'password-changed': { subject: 'Ihr Passwort wurde geändert', what: 'Das Passwort Ihres Kontos wurde geändert.' },
    'second-factor-on': {
      subject: 'Ihr zweiter Faktor ist an',
      what: 'Für Ihr Konto wurde ein zweiter Faktor eingerichtet.',
    },
    'second-factor-off': {
      subject: 'Ihr zweiter Faktor ist aus',
      what: 'Der zweite Faktor Ihres Kontos wurde abgeschaltet: Zum Anmelden genügt das Passwort.',
    },
    'recovery-codes-renewed': {
      subject: 'Neue Wiederherstellungscodes',
      what: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt; die bisherigen gelten nicht mehr.',
    },
    'key-made': {
      subject: 'Ein persönlicher Schlüssel wurde erstellt',
      what: 'Für Ihr Konto wurde ein persönlicher Schlüssel erstellt: Ein Programm, das ihn hat, handelt in Ihrem Namen.',
    },
    'sign-in-linked': {
      subject: 'Ein weiterer Weg zur Anmeldung',
      what: 'Eine weitere Person eines Identitätsanbieters wurde mit Ihrem Konto verknüpft und kann sich daran anmelden.',
    },
    'sign-in-unlinked': {
      subject: 'Eine Anmeldung wurde entfernt',
      what: 'Ein Weg zur Anmeldung wurde von Ihrem Konto getrennt; darüber kommt niemand mehr hinein.',
    },
  },
  when: (time) => `Wann: ${time}`,
  from: (address) => `Von: ${address}`,
  remedies: {
    account:
      'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, setzen Sie sofort ein neues Passwort („Passwort vergessen?“: Das beendet alle Sitzungen und persönlichen Schlüssel), und sehen Sie Ihre Sitzungen und Schlüssel durch.',
    link: 'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, bitten Sie den Eigentümer des Arbeitsbereichs sofort, die Verbindung zum Identitätsanbieter zu löschen: Ein neues Passwort beendet die Verknüpfung nicht. Setzen Sie danach ein neues Passwort („Passwort vergessen?“), das alle Sitzungen und persönlichen Schlüssel beendet.',
  },
  given: ({ workspace, other }) => ({
    subject: 'Ein Arbeitsbereich wurde übergeben',
    text: `Der Arbeitsbereich ${workspace} wurde an ${other} übergeben und gehört jetzt dieser Person; Sie sind dort Admin.\n\nWenn Sie das nicht waren, bitten Sie ${other}, ihn zurückzugeben, und setzen Sie ein neues Passwort.`,
  }),
  received: ({ workspace, other }) => ({
    subject: 'Ihnen gehört jetzt ein Arbeitsbereich',
    text: `${other} hat Ihnen den Arbeitsbereich ${workspace} übergeben: Er gehört jetzt Ihnen, mit seinem Tarif und seinen Rechnungen.`,
  }),
  somebodyElse: 'jemand anderes',
  budget({ level, of, period, unit, currency, amount, used, action }, workspace) {
    const counted = unit === 'tokens' ? 'Token' : currency;
    const whose =
      of === 'workspace' ? `des Arbeitsbereichs ${workspace}` : `${owners[of]} im Arbeitsbereich ${workspace}`;
    const isDay = period === 'day';
    return {
      subject: level === 'near' ? 'Ein Budget ist fast aufgebraucht' : 'Ein Budget ist aufgebraucht',
      text: `Vom Budget ${whose}, ${amount} ${counted} pro ${isDay ? 'Tag' : 'Monat'}, sind ${used} verbraucht. ${effects[action]}\n\nEs beginnt mit dem nächsten ${isDay ? 'Tag' : 'Monat'} (UTC) von vorn. Budgets ansehen und ändern: weft budgets`,
    };
  },
};
