import type { texts as english } from './en.ts';

export const texts: typeof english = {
  conflict: 'Sie haben beide dieselbe Stelle geändert',
  conflictAbout: 'Wählen Sie je Feld. „Rückgängig“ bringt zurück, was Sie nicht wählen.',
  yours: 'Ihr Text',
  theirs: 'Anderer Text',
  somebody: 'Jemand anderes',
  keepAllMine: 'Alle meine behalten',
  takeAllTheirs: 'Alle anderen übernehmen',
  onlyHere: 'Verschieden',
  removedHere: 'Gelöscht',
  emptyHere: 'Leer',
  placeLost: 'Die Stelle dieser Änderung wurde gelöscht. Kopieren Sie Ihren Text, wenn Sie ihn brauchen.',
  wholeNode: 'Der ganze Knoten',
  cardPlace: 'Platz auf der Fläche',
  edgesOf: 'Verbindungen',
  keepMine: 'Meine behalten',
  takeTheirs: 'Die andere übernehmen',
};
