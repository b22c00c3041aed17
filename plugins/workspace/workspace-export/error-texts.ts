import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  busy: {
    zh: '工作空间正在导出。请等待完成。',
    es: 'El espacio de trabajo ya se está exportando. Espere a que termine.',
    fr: 'L’espace de travail est déjà en cours d’exportation. Attendez la fin.',
    de: 'Der Arbeitsbereich wird gerade exportiert. Warten Sie, bis das fertig ist.',
  },
};
