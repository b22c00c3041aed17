import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'Assistent',
  describe: 'Beschreiben, was die App tun soll',
  open: 'Assistent: beschreiben, was die App tun soll',
  wish: 'Was möchten Sie?',
  wishHint: 'Zum Beispiel: den Text zusammenfassen, freigeben lassen, dann ins Französische übersetzen.',
  about:
    'Ein Modell schlägt eine Änderung vor; nichts ändert sich, bevor Sie sie übernehmen. Es sieht die App ohne Werte von Variablen und ohne alles, was wie ein Schlüssel aussieht.',
  model: 'Modell',
  propose: 'Änderung vorschlagen',
  again: 'Noch einmal fragen',
  cancel: 'Abbrechen',
  apply: 'Übernehmen',
  discard: 'Verwerfen',
  applied: 'Übernommen. Rückgängig nimmt es zurück.',
  asking: 'Das Modell wird gefragt…',
  writing: (count) => `Das Modell schreibt: ${count} Zeichen`,
  checking: 'Die Antwort wird geprüft…',
  repairing: (round) => `Seine Probleme werden behoben, Runde ${round} von 2…`,
  proposal: 'Vorgeschlagene Änderung',
  nothing: 'Nichts würde sich ändern',
  remain: (count) => (count === 1 ? '1 Problem bleibt' : `${count} Probleme bleiben`),
  leftOut: (count) => `Weggelassen, weil es nicht möglich ist (${count})`,
  fix: 'Mit dem Assistenten beheben',
  fixAll: 'Alle mit dem Assistenten beheben',
  fixed: 'Was behoben wird',
  failedRun: 'Der Lauf ist fehlgeschlagen.',
  fixWish: 'Noch etwas dazu? (optional)',
  writeWith: 'Mit dem Assistenten schreiben',
  writeFor: (label) => `Mit dem Assistenten schreiben: ${label}`,
  writeTitle: (label) => `Schreiben: ${label}`,
  writeWish: 'Was soll dort stehen?',
  write: 'Schreiben',
  written: 'Vorgeschlagener Text',
  replace: 'Ersetzen',
  insert: 'Einfügen',
  alsoChanged: 'Ändert sich mit',
  broken: 'Die Antwort ist abgebrochen. Versuchen Sie es noch einmal.',
  failures: {
    answer_too_long:
      'Das Modell hat mehr geschrieben, als eine Antwort fassen darf, und wurde angehalten. Verlangen Sie weniger auf einmal oder wählen Sie ein anderes Modell.',
    model_timeout:
      'Das Modell wurde nicht rechtzeitig fertig. Verlangen Sie weniger auf einmal oder wählen Sie ein schnelleres.',
    no_proposal:
      'Das Modell gab keine Antwort, die als Änderung gelesen werden konnte. Sagen Sie es mit anderen Worten oder wählen Sie ein anderes Modell.',
  },
};
