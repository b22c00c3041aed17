import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  in_person: {
    zh: '只有已登录的人才能允许此操作。',
    es: 'Solo puede permitirlo una persona que ha iniciado sesión.',
    fr: 'Seule une personne connectée peut l’autoriser.',
    de: 'Das kann nur eine angemeldete Person erlauben.',
  },
  invalid_request: {
    zh: '此程序的请求无效：{message}',
    es: 'El programa lo pide de forma incorrecta: {message}',
    fr: 'Le programme fait une demande incorrecte : {message}',
    de: 'Das Programm fragt falsch: {message}',
  },
  no_grant: {
    zh: '您没有允许过这个程序（或已撤回）。',
    es: 'No ha permitido ese programa, o ya no.',
    fr: 'Vous n’avez pas (ou plus) autorisé ce programme.',
    de: 'Sie haben dieses Programm nicht (mehr) zugelassen.',
  },
  no_server: {
    zh: '没有这个 MCP 服务器，或您无权使用其应用。',
    es: 'Ese servidor MCP no existe o no puede usar su aplicación.',
    fr: 'Ce serveur MCP n’existe pas, ou vous ne pouvez pas utiliser son application.',
    de: 'Diesen MCP-Server gibt es nicht, oder Sie dürfen seine App nicht benutzen.',
  },
  switched_off: {
    zh: '此应用未开放为 MCP 服务器。编辑者可以开启。',
    es: 'La aplicación no es un servidor MCP. Un editor puede activarlo.',
    fr: 'L’application n’est pas un serveur MCP. Un éditeur peut l’activer.',
    de: 'Die App ist kein MCP-Server. Ein Bearbeiter kann das einschalten.',
  },
};
