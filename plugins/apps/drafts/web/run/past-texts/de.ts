import type { texts as english } from './en.ts';

export const texts: typeof english = {
  pastRun: 'Werte eines früheren Laufs',
  valuesOf: (when, state) => `Die Knoten haben die Werte des Laufs vom ${when} (${state}).`,
  backToRun: 'Zurück zum Lauf',
  goOnFromHere: 'Von hier mit dem Entwurf weiter',
  leaveRun: 'Letzte Werte des Entwurfs zeigen',
  chooseToGoOn: 'Wählen Sie einen Knoten, der lief und in keinem Rahmen liegt.',
};
