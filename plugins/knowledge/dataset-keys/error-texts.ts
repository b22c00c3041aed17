import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  not_found: {
    zh: '没有这个知识库密钥，或它已撤销。',
    es: 'Esa clave no existe o se revocó.',
    fr: 'Cette clé n’existe pas, ou a été révoquée.',
    de: 'Diesen Schlüssel gibt es nicht, oder er wurde widerrufen.',
  },
  too_many_keys: {
    zh: '知识库密钥已达上限。请撤销一个。',
    es: 'Hay tantas claves como se permiten. Revoque una.',
    fr: 'Il y a autant de clés que permis. Révoquez-en une.',
    de: 'Es gibt so viele Schlüssel wie erlaubt. Widerrufen Sie einen.',
  },
};
