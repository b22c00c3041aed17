import type { texts as english } from './en.ts';

export const texts: typeof english = {
  speak: 'Parler',
  stopSpeaking: 'Arrêter l’enregistrement',
  hearing: 'Transcription en cours',
  noMicrophone: 'Le microphone n’est pas utilisable. Autorisez-le dans les réglages du navigateur.',
  notHeard: 'Les paroles n’ont pas été comprises.',
  readAloud: 'Lire à voix haute',
  pauseReading: 'Mettre la lecture en pause',
  goOnReading: 'Reprendre la lecture',
  stopReading: 'Arrêter la lecture',
  notRead: 'Impossible de lire ceci maintenant.',
};
