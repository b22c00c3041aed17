import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  failed: {
    zh: '代码托管服务没有正常回答：{message}',
    es: 'El servicio de alojamiento no respondió como debía: {message}',
    fr: 'L’hébergeur n’a pas répondu correctement : {message}',
    de: 'Der Dienst hat nicht richtig geantwortet: {message}',
  },
  invalid: {
    zh: '输入有误：{message}',
    es: 'No es correcto: {message}',
    fr: 'Ce n’est pas correct : {message}',
    de: 'Das ist nicht richtig: {message}',
  },
  no_account: {
    zh: '链接此仓库所用的账户或密钥已不存在：请用其他账户重新链接。',
    es: 'La cuenta o la clave con la que se enlazó el repositorio ya no existe: enlácelo de nuevo con otra.',
    fr: 'Le compte ou la clé utilisés pour lier le dépôt n’existent plus : liez-le de nouveau avec un autre.',
    de: 'Das Konto oder der Schlüssel, mit dem das Repository verbunden wurde, ist weg: Verbinden Sie es mit einem anderen.',
  },
  refused: {
    zh: '代码托管服务拒绝了请求：{message}',
    es: 'El servicio de alojamiento lo rechazó: {message}',
    fr: 'L’hébergeur a refusé : {message}',
    de: 'Der Dienst hat es abgelehnt: {message}',
  },
  no_such_account: {
    zh: '这里没有此账户：请先连接一个。',
    es: 'Aquí no existe esa cuenta: conecte una primero.',
    fr: 'Il n’y a pas de tel compte ici : connectez-en un d’abord.',
    de: 'Hier gibt es kein solches Konto: Verbinden Sie zuerst eines.',
  },
};
