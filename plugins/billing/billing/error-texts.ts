import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  no_portal: {
    zh: '此订阅没有单独的付款页面。请在控制台中管理。',
    es: 'Esta suscripción no tiene página de pagos propia. Use la consola.',
    fr: 'Cet abonnement n’a pas de page de paiement à part. Utilisez la console.',
    de: 'Dieses Abonnement hat keine eigene Zahlungsseite. Benutzen Sie die Konsole.',
  },
  not_offered: {
    zh: '不能以这种方式订购此套餐。',
    es: 'Ese plan no se puede pedir así.',
    fr: 'Cette offre ne peut pas être commandée ainsi.',
    de: 'Dieser Tarif lässt sich so nicht bestellen.',
  },
  not_possible: {
    zh: '订阅目前的状态不允许此操作：{message}',
    es: 'La suscripción no lo permite ahora: {message}',
    fr: 'L’abonnement ne le permet pas actuellement : {message}',
    de: 'Das Abonnement lässt das gerade nicht zu: {message}',
  },
};
