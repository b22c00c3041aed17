import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  not_configured: {
    zh: '此服务器未设置 Stripe 付款。',
    es: 'Este servidor no tiene pagos con Stripe.',
    fr: 'Ce serveur n’a pas de paiements Stripe.',
    de: 'Auf diesem Server sind keine Zahlungen über Stripe eingerichtet.',
  },
  order_under_way: {
    zh: '有人正在为此工作空间订购。请稍后重试。',
    es: 'Alguien está pidiendo un plan para este espacio. Inténtelo en un momento.',
    fr: 'Quelqu’un commande pour cet espace. Réessayez dans un moment.',
    de: 'Gerade bestellt jemand für diesen Arbeitsbereich. Versuchen Sie es gleich noch einmal.',
  },
  refused: {
    zh: '无法连接 Stripe，或它拒绝了请求。请稍后重试。',
    es: 'Stripe no responde o rechazó la petición. Inténtelo más tarde.',
    fr: 'Stripe est injoignable ou a refusé. Réessayez plus tard.',
    de: 'Stripe ist nicht erreichbar oder lehnte ab. Versuchen Sie es später noch einmal.',
  },
  subscribed: {
    zh: '此工作空间已在 Stripe 订阅。请在付款页面中更改。',
    es: 'El espacio ya tiene una suscripción en Stripe. Cámbiela en su página de pagos.',
    fr: 'L’espace a déjà un abonnement chez Stripe. Modifiez-le sur sa page de paiement.',
    de: 'Der Arbeitsbereich hat schon ein Abonnement bei Stripe. Ändern Sie es auf der Zahlungsseite.',
  },
};
