import type { texts as english } from './en.ts';

export const texts: typeof english = {
  speak: 'Sprechen',
  stopSpeaking: 'Aufnahme beenden',
  hearing: 'Sprache wird zu Text',
  noMicrophone: 'Das Mikrofon lässt sich nicht nutzen. Erlauben Sie es in den Einstellungen des Browsers.',
  notHeard: 'Das Gesagte war nicht zu verstehen.',
  readAloud: 'Vorlesen',
  pauseReading: 'Vorlesen anhalten',
  goOnReading: 'Weiterlesen',
  stopReading: 'Vorlesen beenden',
  notRead: 'Das lässt sich gerade nicht vorlesen.',
};
