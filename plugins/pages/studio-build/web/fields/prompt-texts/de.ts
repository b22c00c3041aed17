import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: '/ oder {{ fügt eine Variable ein',
  unknown: 'gibt es nicht: kein Knoten davor hat sie',
};
