import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  dataset_not_initialized: {
    zh: '知识库还没有索引任何内容。请添加文档并等待完成。',
    es: 'En la base aún no se ha indexado nada. Añada un documento y espere.',
    fr: 'Rien n’est encore indexé dans la base. Ajoutez un document et attendez.',
    de: 'In der Wissensbasis ist noch nichts indiziert. Fügen Sie ein Dokument hinzu, und warten Sie.',
  },
  forbidden: {
    zh: '知识库未对程序开放。请开启 API 访问。',
    es: 'La base está cerrada a programas. Active su acceso por API.',
    fr: 'La base est fermée aux programmes. Activez son accès par API.',
    de: 'Die Wissensbasis ist für Programme geschlossen. Schalten Sie den API-Zugang ein.',
  },
  model_timeout: {
    zh: '模型未及时回应检索。请重试，或换用更快的模型。',
    es: 'Un modelo no respondió a tiempo. Reintente o elija uno más rápido.',
    fr: 'Un modèle n’a pas répondu à temps. Réessayez, ou choisissez-en un plus rapide.',
    de: 'Ein Modell antwortete nicht rechtzeitig. Versuchen Sie es noch einmal, oder wählen Sie ein schnelleres.',
  },
  rerank_model_needed: {
    zh: '这些知识库无法按权重合并排序。请在节点中设置重排模型。',
    es: 'Estas bases no pueden ordenarse con pesos. Elija un modelo de reordenación en el nodo.',
    fr: 'Ces bases ne peuvent pas être classées par poids. Choisissez un modèle de reclassement dans le nœud.',
    de: 'Diese Wissensbasen lassen sich nicht nach Gewichten ordnen. Wählen Sie im Knoten ein Rerank-Modell.',
  },
};
