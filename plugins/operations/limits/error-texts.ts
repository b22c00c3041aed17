import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  rate_limit_error: {
    zh: '今天的额度已用完。请明天再试，或提高限额。',
    es: 'La cuota de hoy está agotada. Espere a mañana o suba el límite.',
    fr: 'Le quota du jour est épuisé. Attendez demain ou relevez la limite.',
    de: 'Das Kontingent von heute ist aufgebraucht. Warten Sie bis morgen, oder erhöhen Sie die Grenze.',
  },
  too_many_requests: {
    zh: '请求或运行过多。请稍后重试。',
    es: 'Demasiadas solicitudes o ejecuciones. Inténtelo en un momento.',
    fr: 'Trop de requêtes ou d’exécutions. Réessayez dans un moment.',
    de: 'Zu viele Anfragen oder Läufe. Versuchen Sie es gleich noch einmal.',
  },
  unknown_plan: {
    zh: '没有这个套餐。',
    es: 'Ese plan no existe.',
    fr: 'Cette offre n’existe pas.',
    de: 'Diesen Tarif gibt es nicht.',
  },
};
