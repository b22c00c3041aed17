import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: 'Die Unterschiede auf der Arbeitsfläche',
  loadingGraph: 'Die Arbeitsfläche wird geladen …',
  by: (names: string) => `von ${names}`,
  show: (name: string) => `${name} auf der Arbeitsfläche zeigen`,
  counts: {
    added: (count: number) => `${count} neu`,
    changed: (count: number) => `${count} geändert`,
    removed: (count: number) => `${count} entfernt`,
  },
  backToStudio: 'Zurück ins Studio',
  toApi: 'API und Schlüssel',
  toEmbed: 'In andere Seiten einbetten',
  openPage: 'Seite öffnen',
  copyLink: 'Link kopieren',
  linkCopied: 'Der Link ist kopiert.',
  switchPageOn: 'Webseite einschalten',
  changedMeanwhile:
    'Der Entwurf wurde geändert, während Sie ihn geprüft haben; deshalb wurde nichts veröffentlicht. Sehen Sie sich an, was neu ist, und veröffentlichen Sie dann.',
  restoreTitle: 'Diese Version wiederherstellen?',
  restoreAbout:
    'Der Entwurf hat Variablen, die diese Version nicht hat, oder andere geheime Werte. Geheime Werte des Entwurfs gehen verloren: Rückgängig bringt alles außer diesen zurück.',
};
