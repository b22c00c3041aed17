import { defineTexts } from '#plugins/ui/web/texts-of.ts';

export const texts = {
  speak: 'Speak',
  stopSpeaking: 'Stop recording',
  hearing: 'Turning speech into text',
  noMicrophone: 'The microphone can’t be used. Allow it in the settings of your browser.',
  notHeard: 'What was said could not be understood.',
  readAloud: 'Read aloud',
  pauseReading: 'Pause reading',
  goOnReading: 'Go on reading',
  stopReading: 'Stop reading',
  notRead: 'This can’t be read aloud now.',
};

export const voiceTexts = defineTexts(texts, import.meta.glob('./*'));
