import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  no_run: {
    zh: '运行尚未记录，请稍后重试。',
    es: 'La ejecución aún no se conoce; inténtelo en un momento.',
    fr: 'L’exécution n’est pas encore connue ; réessayez dans un instant.',
    de: 'Der Lauf ist noch nicht bekannt; versuchen Sie es gleich noch einmal.',
  },
  no_account: {
    zh: '没有连接允许此操作的账户。请在“集成”中连接后重新运行。',
    es: 'No hay ninguna cuenta conectada que permita esto. Conecte una en Integraciones y ejecute de nuevo.',
    fr: 'Aucun compte connecté ne permet cela. Connectez-en un sous Intégrations et relancez.',
    de: 'Kein verbundenes Konto erlaubt das. Verbinden Sie eines unter Integrationen, und starten Sie noch einmal.',
  },
};
