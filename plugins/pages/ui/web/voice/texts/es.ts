import type { texts as english } from './en.ts';

export const texts: typeof english = {
  speak: 'Hablar',
  stopSpeaking: 'Terminar la grabación',
  hearing: 'Convirtiendo la voz en texto',
  noMicrophone: 'No se puede usar el micrófono. Permítalo en los ajustes del navegador.',
  notHeard: 'No se entendió lo que se dijo.',
  readAloud: 'Leer en voz alta',
  pauseReading: 'Pausar la lectura',
  goOnReading: 'Seguir leyendo',
  stopReading: 'Dejar de leer',
  notRead: 'Esto no se puede leer ahora.',
};
