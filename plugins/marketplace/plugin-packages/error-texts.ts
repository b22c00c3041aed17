import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_key: {
    zh: '这不是签名密钥。',
    es: 'No es una clave de firma.',
    fr: 'Ce n’est pas une clé de signature.',
    de: 'Das ist kein Signaturschlüssel.',
  },
  invalid_package: {
    zh: '插件包无法使用：{message}',
    es: 'El paquete no se puede usar: {message}',
    fr: 'Le paquet est inutilisable : {message}',
    de: 'Das Paket ist nicht brauchbar: {message}',
  },
};
