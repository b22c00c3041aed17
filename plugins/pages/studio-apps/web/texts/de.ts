import type { texts as english } from './en.ts';

export const texts: typeof english = {
  apps: 'Apps',
  about: 'Chatbots, Agenten, Workflows und Textgeneratoren dieses Arbeitsbereichs.',
  search: 'Apps suchen',
  none: 'Noch keine Apps',
  noneAbout: 'Importieren Sie ein Dokument, oder beginnen Sie mit einer Vorlage.',
  noHits: 'Keine App passt',
  clear: 'Suche leeren',
  newWorkspace: 'Neuer Arbeitsbereich',
  workspaceName: 'Name des Arbeitsbereichs',
  makeWorkspace: 'Arbeitsbereich anlegen',
  changedAgo: (when) => `Geändert ${when}`,
};
