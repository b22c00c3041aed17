import type { texts as english } from './en.ts';

export const texts: typeof english = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  loading: 'Wird geladen',
  tryAgain: 'Noch einmal versuchen',
  panelFailed: 'Dieser Teil der Seite konnte nicht angezeigt werden. Der Rest funktioniert.',
  somethingWrong: 'Etwas ist schiefgegangen',
  somethingWrongAbout: 'Diese Seite konnte nicht weiter. Was auf dem Server läuft, läuft weiter.',
  reload: 'Seite neu laden',
  offline: 'Keine Verbindung. Was läuft, läuft weiter; diese Seite schließt sich wieder an, sobald es geht.',
  theme: 'Aussehen',
  themeLight: 'Hell',
  themeDark: 'Dunkel',
  themeSystem: 'Wie das System',
  showMore: (count) => `${count} weitere zeigen`,
};
