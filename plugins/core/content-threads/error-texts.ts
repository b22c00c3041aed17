import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  busy: {
    zh: '服务器要处理的内容太多，或正在停止。请稍后再试。',
    es: 'El servidor tiene demasiado que procesar o se está deteniendo. Inténtelo de nuevo en un momento.',
    fr: 'Le serveur a trop à traiter ou s’arrête. Réessayez dans un instant.',
    de: 'Der Server hat zu viel zu verarbeiten oder wird gerade beendet. Versuchen Sie es gleich noch einmal.',
  },
  too_much: {
    zh: '处理所发送的内容需要太多时间或内存。请分成几部分发送。',
    es: 'Procesar lo enviado requiere demasiado tiempo o memoria. Envíelo en varias partes.',
    fr: 'Traiter ce qui a été envoyé demande trop de temps ou de mémoire. Envoyez-le en plusieurs parties.',
    de: 'Das Gesendete zu verarbeiten braucht zu viel Zeit oder Speicher. Senden Sie es in mehreren Teilen.',
  },
};
