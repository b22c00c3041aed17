import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  secret_unreadable: {
    zh: '已保存的密钥无法读取：服务器没有加密它的主密钥。请联系服务器管理员，或重新填写该密钥。',
    es: 'No se puede leer un secreto guardado: al servidor le falta la clave maestra con que se cifró. Avise a quien administra el servidor o introduzca el secreto de nuevo.',
    fr: 'Un secret enregistré est illisible : le serveur n’a pas la clé maîtresse qui l’a chiffré. Prévenez la personne qui gère le serveur, ou saisissez-le à nouveau.',
    de: 'Ein gespeichertes Geheimnis ist nicht lesbar: Dem Server fehlt der Hauptschlüssel, mit dem es versiegelt wurde. Wenden Sie sich an den Betreiber, oder geben Sie es neu ein.',
  },
};
