import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  not_found: {
    zh: '没有这个失败的任务。',
    es: 'Ese trabajo fallido no existe.',
    fr: 'Cette tâche échouée n’existe pas.',
    de: 'Diesen fehlgeschlagenen Auftrag gibt es nicht.',
  },
};
