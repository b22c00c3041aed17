import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  unauthorized: {
    zh: '管理令牌缺失或不正确。',
    es: 'El token de gestión falta o no es correcto.',
    fr: 'Le jeton de gestion manque ou n’est pas correct.',
    de: 'Das Verwaltungs-Token fehlt oder ist nicht richtig.',
  },
};
