import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  confirmation_needed: {
    zh: '文档的版本此服务器不认识。如仍要使用，请确认。',
    es: 'Este servidor no conoce la versión del documento. Confirme si la quiere de todos modos.',
    fr: 'Ce serveur ne connaît pas la version du document. Confirmez si vous la voulez tout de même.',
    de: 'Dieser Server kennt die Version des Dokuments nicht. Bestätigen Sie, wenn Sie es trotzdem wollen.',
  },
  no_nodes: {
    zh: '粘贴的文本中没有节点，或节点过多。请从画布复制节点，或复制应用的文档。',
    es: 'El texto pegado no tiene nodos, o tiene demasiados. Copie nodos de un lienzo o el documento de una aplicación.',
    fr: 'Le texte collé n’a pas de nœuds, ou en a trop. Copiez des nœuds d’un canevas, ou le document d’une application.',
    de: 'Der eingefügte Text hat keine oder zu viele Knoten. Kopieren Sie Knoten einer Arbeitsfläche oder das Dokument einer App.',
  },
};
