import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  address_refused: {
    zh: 'Webhook 的地址不是公开地址。',
    es: 'La dirección del webhook no es pública.',
    fr: 'L’adresse du webhook n’est pas publique.',
    de: 'Die Adresse des Webhooks ist nicht öffentlich.',
  },
  invalid_url: {
    zh: 'Webhook 的地址不是有效的 http(s) 地址。',
    es: 'La dirección del webhook no es http(s) válida.',
    fr: 'L’adresse du webhook n’est pas une adresse http(s) valable.',
    de: 'Die Adresse des Webhooks ist keine gültige http(s)-Adresse.',
  },
  not_found: {
    zh: '没有这个 Webhook 或投递记录。',
    es: 'Ese webhook o envío no existe.',
    fr: 'Ce webhook ou cet envoi n’existe pas.',
    de: 'Diesen Webhook oder diese Zustellung gibt es nicht.',
  },
  too_many_endpoints: {
    zh: '应用已有五个 Webhook。请先移除一个。',
    es: 'La aplicación ya tiene cinco webhooks. Quite uno.',
    fr: 'L’application a déjà cinq webhooks. Retirez-en un.',
    de: 'Die App hat schon fünf Webhooks. Entfernen Sie einen.',
  },
};
