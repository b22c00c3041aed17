import type { InLanguages } from '#http';

interface PageTexts {
  readonly notAuthorized: string;
  /** `reason`: of the authorization server. */
  refused(reason: string): string;
  readonly noCode: string;
  readonly beginAgain: string;
  readonly authorized: string;
  usable(name: string): string;
  readonly oneStep: string;
  readonly fromTerminal: string;
  readonly fromOthers: string;
}

/** Pages for who comes back from an authorization server. Texts, which are escaped where they are shown. */
export const pageTexts: InLanguages<PageTexts> = {
  en: {
    notAuthorized: 'Not authorized',
    refused: (reason) => `The server refused: ${reason}.`,
    noCode: 'The address holds no code.',
    beginAgain: 'Begin again where the tools are managed.',
    authorized: 'Authorized',
    usable: (name) => `The tools of “${name}” can be used. This page can be closed.`,
    oneStep: 'One step left',
    fromTerminal: 'If you began this from a terminal, end it there:',
    fromOthers: 'If somebody else sent you here, close this page: with this code they could use your account.',
  },
  zh: {
    notAuthorized: '未授权',
    refused: (reason) => `服务器拒绝了请求：${reason}。`,
    noCode: '地址中没有授权码。',
    beginAgain: '请在管理工具的地方重新开始。',
    authorized: '已授权',
    usable: (name) => `“${name}”的工具可以使用了。您可以关闭此页面。`,
    oneStep: '还差一步',
    fromTerminal: '如果您是从终端开始的，请在那里完成：',
    fromOthers: '如果是别人让您来到这里，请关闭此页面：凭此授权码，对方可以使用您的账户。',
  },
  es: {
    notAuthorized: 'Sin autorización',
    refused: (reason) => `El servidor lo rechazó: ${reason}.`,
    noCode: 'La dirección no contiene ningún código.',
    beginAgain: 'Empiece de nuevo donde se gestionan las herramientas.',
    authorized: 'Autorizado',
    usable: (name) => `Las herramientas de «${name}» se pueden usar. Puede cerrar esta página.`,
    oneStep: 'Falta un paso',
    fromTerminal: 'Si empezó desde un terminal, termine allí:',
    fromOthers: 'Si otra persona le envió aquí, cierre esta página: con este código podría usar su cuenta.',
  },
  fr: {
    notAuthorized: 'Non autorisé',
    refused: (reason) => `Le serveur a refusé : ${reason}.`,
    noCode: 'L’adresse ne contient aucun code.',
    beginAgain: 'Recommencez là où les outils sont gérés.',
    authorized: 'Autorisé',
    usable: (name) => `Les outils de « ${name} » peuvent être utilisés. Vous pouvez fermer cette page.`,
    oneStep: 'Encore une étape',
    fromTerminal: 'Si vous avez commencé depuis un terminal, terminez-y :',
    fromOthers:
      'Si quelqu’un d’autre vous a envoyé ici, fermez cette page : avec ce code, il pourrait utiliser votre compte.',
  },
  de: {
    notAuthorized: 'Nicht autorisiert',
    refused: (reason) => `Der Server hat abgelehnt: ${reason}.`,
    noCode: 'Die Adresse enthält keinen Code.',
    beginAgain: 'Beginnen Sie dort von vorn, wo die Werkzeuge verwaltet werden.',
    authorized: 'Autorisiert',
    usable: (name) => `Die Werkzeuge von „${name}“ können benutzt werden. Sie können diese Seite schließen.`,
    oneStep: 'Noch ein Schritt',
    fromTerminal: 'Wenn Sie in einem Terminal begonnen haben, schließen Sie es dort ab:',
    fromOthers:
      'Wenn jemand anderes Sie hierher geschickt hat, schließen Sie diese Seite: Mit diesem Code könnte die Person Ihr Konto benutzen.',
  },
};
