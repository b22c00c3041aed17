import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_argument: {
    zh: '工具的参数不正确：{message}',
    es: 'Un argumento de la herramienta no es correcto: {message}',
    fr: 'Un argument de l’outil n’est pas correct : {message}',
    de: 'Ein Argument des Werkzeugs ist nicht richtig: {message}',
  },
  no_accounts: {
    zh: '此服务器已关闭连接账户。',
    es: 'Las cuentas conectadas están desactivadas en este servidor.',
    fr: 'Les comptes connectés sont désactivés sur ce serveur.',
    de: 'Verbundene Konten sind auf diesem Server abgeschaltet.',
  },
  refused: {
    zh: 'Google 拒绝了请求：{message}',
    es: 'Google rechazó la petición: {message}',
    fr: 'Google a refusé la demande : {message}',
    de: 'Google hat die Anfrage abgelehnt: {message}',
  },
};
