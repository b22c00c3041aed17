import type { texts as english } from './en.ts';

export const texts: typeof english = {
  copy: 'Copier',
  copied: 'Copié',
  code: 'Code',
  table: 'Tableau',
  done: 'Fait',
  notDone: 'À faire',
  showDiagram: 'Afficher le diagramme',
  hideDiagram: 'Afficher la source',
  diagram: 'Diagramme',
  diagramFailed: 'Ce diagramme ne peut pas être dessiné. Sa source est ci-dessous.',
  details: 'Détails',
  alerts: { note: 'Remarque', tip: 'Conseil', important: 'Important', warning: 'Avertissement', caution: 'Attention' },
  footnote: (label: string) => `Note ${label}`,
  backToText: 'Retour au texte',
  openAddress: 'Ouvrir dans un nouvel onglet',
  openMail: 'Écrire un e-mail',
  leadsTo: 'Ce lien mène à',
  pictureFrom: (host) => `Image de ${host}`,
  linkTo: (host) => `Lien vers ${host}`,
  allRows: (count) => `Afficher les ${count} lignes`,
};
