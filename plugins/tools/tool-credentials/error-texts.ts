import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_credentials: {
    zh: '凭据不正确：{message}',
    es: 'Las credenciales no son correctas: {message}',
    fr: 'Les identifiants ne sont pas corrects : {message}',
    de: 'Die Zugangsdaten sind nicht richtig: {message}',
  },
  unknown_provider: {
    zh: '没有安装这个工具提供商，或它不需要凭据。',
    es: 'Ese proveedor de herramientas no está instalado o no necesita credenciales.',
    fr: 'Ce fournisseur d’outils n’est pas installé, ou n’a pas besoin d’identifiants.',
    de: 'Dieser Werkzeuganbieter ist nicht installiert oder braucht keine Zugangsdaten.',
  },
};
