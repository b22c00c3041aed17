import type { texts as english } from './en.ts';

export const texts: typeof english = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  code: 'Code',
  table: 'Tabelle',
  done: 'Erledigt',
  notDone: 'Offen',
  showDiagram: 'Diagramm zeigen',
  hideDiagram: 'Quelltext zeigen',
  diagram: 'Diagramm',
  diagramFailed: 'Dieses Diagramm lässt sich nicht zeichnen. Sein Quelltext steht darunter.',
  details: 'Einzelheiten',
  alerts: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Warnung', caution: 'Vorsicht' },
  footnote: (label: string) => `Fußnote ${label}`,
  backToText: 'Zurück zum Text',
  openAddress: 'In neuem Tab öffnen',
  openMail: 'E-Mail schreiben',
  leadsTo: 'Das führt zu',
  pictureFrom: (host) => `Bild von ${host}`,
  linkTo: (host) => `Link zu ${host}`,
  allRows: (count) => `Alle ${count} Zeilen zeigen`,
};
