import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: '/ oder {{ fügt eine Variable ein',
  special: 'Besondere Platzhalter',
  unknown: 'gibt es nicht: kein Knoten davor hat sie',
  hidden: 'Verborgener Wert',
  hiddenAbout: 'versiegelt: Läufe verwenden ihn, und niemand sieht ihn',
  lost: 'Kein Wert',
  lostAbout: 'nicht bei dieser App aufbewahrt: geben Sie ihn neu ein',
  moveSecret: 'In eine geheime Umgebungsvariable verschieben',
};
