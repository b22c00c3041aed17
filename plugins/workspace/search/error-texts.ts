import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  unknown_kind: {
    zh: '没有这种可搜索的内容。（{message}）',
    es: 'No se busca nada de ese tipo. ({message})',
    fr: 'Rien de ce type ne peut être recherché. ({message})',
    de: 'Nach nichts dieser Art kann gesucht werden. ({message})',
  },
};
