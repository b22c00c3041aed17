import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_param: {
    zh: '触发器的设置不正确：{message}',
    es: 'Un ajuste del disparador no es correcto: {message}',
    fr: 'Un paramètre du déclencheur n’est pas correct : {message}',
    de: 'Eine Einstellung des Auslösers ist nicht richtig: {message}',
  },
  no_schedule: {
    zh: '只有定时任务可以手动触发。',
    es: 'Solo una programación se puede lanzar a mano.',
    fr: 'Seule une planification se déclenche à la main.',
    de: 'Nur ein Zeitplan lässt sich von Hand auslösen.',
  },
  no_webhook: {
    zh: '只有 Webhook 才有地址和签名。',
    es: 'Solo un webhook tiene dirección y firmas.',
    fr: 'Seul un webhook a une adresse et des signatures.',
    de: 'Nur ein Webhook hat eine Adresse und Signaturen.',
  },
  not_found: {
    zh: '应用的已发布版本没有这个触发器。',
    es: 'La versión publicada no tiene ese disparador.',
    fr: 'La version publiée n’a pas ce déclencheur.',
    de: 'Die veröffentlichte Version hat keinen solchen Auslöser.',
  },
  paused: {
    zh: '触发器或应用已暂停，或发布的版本中没有它。',
    es: 'El disparador o la aplicación está en pausa, o no está en lo publicado.',
    fr: 'Le déclencheur ou l’application est suspendu, ou absent de la version publiée.',
    de: 'Der Auslöser oder die App pausiert, oder er fehlt in der veröffentlichten Version.',
  },
};
