import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  damaged: {
    zh: '来源提供的插件包与其说明不符。请不要安装。',
    es: 'La fuente envió un paquete distinto del anunciado. No lo instale.',
    fr: 'La source a envoyé un autre paquet que celui annoncé. Ne l’installez pas.',
    de: 'Die Quelle lieferte ein anderes Paket als angekündigt. Installieren Sie es nicht.',
  },
  not_found: {
    zh: '没有来源提供这个插件包或版本。',
    es: 'Ninguna fuente tiene ese paquete o versión.',
    fr: 'Aucune source n’a ce paquet ou cette version.',
    de: 'Keine Quelle hat dieses Paket oder diese Version.',
  },
  unavailable: {
    zh: '插件来源没有回应。请稍后重试。',
    es: 'La fuente de paquetes no responde. Inténtelo más tarde.',
    fr: 'La source de paquets ne répond pas. Réessayez plus tard.',
    de: 'Die Paketquelle antwortet nicht. Versuchen Sie es später noch einmal.',
  },
  unknown_source: {
    zh: '服务器没有这个来源。',
    es: 'El servidor no tiene esa fuente.',
    fr: 'Le serveur n’a pas cette source.',
    de: 'Der Server hat keine solche Quelle.',
  },
};
