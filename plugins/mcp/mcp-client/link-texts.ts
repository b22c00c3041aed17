import type { InLanguages } from '#http';

/** Names as HTML: they are escaped already. */
interface LinkFacts {
  readonly server: string;
  readonly host: string;
  readonly workspace: string;
  /** Whether it is for the person alone, else for everybody who uses the workspace's apps. */
  readonly isPersonal: boolean;
}

interface LinkTexts {
  /** Text, of a server's name as it is. */
  title(server: string): string;
  /** HTML of a sentence, and what to press. */
  ask(facts: LinkFacts): string;
  readonly goOn: string;
  readonly done: string;
  doneAbout(server: string): string;
}

/** Pages that authorise an MCP server, before and after. */
export const linkTexts: InLanguages<LinkTexts> = {
  en: {
    title: (server) => `Allow ${server}?`,
    ask: ({ server, host, workspace, isPersonal }) =>
      `The workspace <strong>${workspace}</strong> wants to use the MCP server <strong>${server}</strong> (${host})\nwith your account there, for ${isPersonal ? 'you, when you use its apps' : 'everybody who uses its apps'}. Go on only if you asked for that.`,
    goOn: 'Go on',
    done: 'Done',
    doneAbout: (server) => `${server} is authorised. You can close this page, and go on where you were.`,
  },
  zh: {
    title: (server) => `允许 ${server}？`,
    ask: ({ server, host, workspace, isPersonal }) =>
      `工作空间 <strong>${workspace}</strong> 想以您在该处的账户使用 MCP 服务器 <strong>${server}</strong>（${host}），${isPersonal ? '仅在您使用其应用时' : '供使用其应用的所有人'}。仅当您提出过此请求时才继续。`,
    goOn: '继续',
    done: '完成',
    doneAbout: (server) => `${server} 已授权。您可以关闭此页面，回到原处继续。`,
  },
  es: {
    title: (server) => `¿Permitir ${server}?`,
    ask: ({ server, host, workspace, isPersonal }) =>
      `El espacio de trabajo <strong>${workspace}</strong> quiere usar el servidor MCP <strong>${server}</strong> (${host}) con su cuenta de allí, para ${isPersonal ? 'usted, cuando use sus aplicaciones' : 'todas las personas que usan sus aplicaciones'}. Siga solo si lo ha pedido.`,
    goOn: 'Continuar',
    done: 'Listo',
    doneAbout: (server) => `${server} está autorizado. Puede cerrar esta página y seguir donde estaba.`,
  },
  fr: {
    title: (server) => `Autoriser ${server} ?`,
    ask: ({ server, host, workspace, isPersonal }) =>
      `L’espace de travail <strong>${workspace}</strong> veut utiliser le serveur MCP <strong>${server}</strong> (${host}) avec votre compte là-bas, pour ${isPersonal ? 'vous, quand vous utilisez ses applications' : 'toutes les personnes qui utilisent ses applications'}. Continuez seulement si vous l’avez demandé.`,
    goOn: 'Continuer',
    done: 'Terminé',
    doneAbout: (server) => `${server} est autorisé. Vous pouvez fermer cette page et reprendre où vous étiez.`,
  },
  de: {
    title: (server) => `${server} zulassen?`,
    ask: ({ server, host, workspace, isPersonal }) =>
      `Der Arbeitsbereich <strong>${workspace}</strong> möchte den MCP-Server <strong>${server}</strong> (${host}) mit Ihrem dortigen Konto benutzen, für ${isPersonal ? 'Sie, wenn Sie seine Apps benutzen' : 'alle, die seine Apps benutzen'}. Fahren Sie nur fort, wenn Sie das angefordert haben.`,
    goOn: 'Weiter',
    done: 'Fertig',
    doneAbout: (server) =>
      `${server} ist autorisiert. Sie können diese Seite schließen und dort weitermachen, wo Sie waren.`,
  },
};
