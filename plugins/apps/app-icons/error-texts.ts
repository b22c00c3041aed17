import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  no_icon: {
    zh: '应用没有这张图片（或已更换）。请重新加载。',
    es: 'La aplicación no tiene esa imagen, o ya no. Vuelva a cargar.',
    fr: 'L’application n’a pas (ou plus) cette image. Rechargez.',
    de: 'Die App hat dieses Bild nicht (mehr). Laden Sie neu.',
  },
};
