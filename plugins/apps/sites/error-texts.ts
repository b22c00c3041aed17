import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_param: {
    zh: '图标不是 http 或 https 地址。',
    es: 'El icono no es una dirección http o https.',
    fr: 'L’icône n’est pas une adresse http ou https.',
    de: 'Das Symbol ist keine http- oder https-Adresse.',
  },
};
