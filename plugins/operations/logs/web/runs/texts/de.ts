import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: 'Graph des Laufs',
  graphOf: (when) => `Graph des Laufs vom ${when}`,
  loadingGraph: 'Graph wird geladen',
  notYet: 'Nicht gelaufen',
  passed: 'Der Lauf ging diesen Weg',
  differs: 'anders',
  times: (count) => `${count} ×`,
  elapsed: 'Zeit bis hier',
  tokens: 'Tokens bis hier',
  price: 'Preis bis hier',
  notRunAbout: 'Zu diesem Zeitpunkt ist er nicht gelaufen.',
  toStart: 'Zum Anfang',
  keys: '[ und ] gehen ein Ereignis weiter; Pos1 und Ende führen zum ersten und zum letzten.',
  canvasAbout: 'Der Graph, wie er war, als der Lauf begann.',
  onlyNode: (node) => `Nur ${node} wird verglichen.`,
  allNodes: 'Alle Knoten vergleichen',
  pinned: (nodes: string) => `Beim Lauf angeheftet: ${nodes}. Sie gaben, was angeheftet war, und liefen nicht.`,
};
