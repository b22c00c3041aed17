import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  archived_document_immutable: {
    zh: '文档已归档。更改分段前请先取消归档。',
    es: 'El documento está archivado. Sáquelo del archivo antes de cambiar fragmentos.',
    fr: 'Le document est archivé. Désarchivez-le avant de modifier des segments.',
    de: 'Das Dokument ist archiviert. Holen Sie es aus dem Archiv, bevor Sie Abschnitte ändern.',
  },
  document_indexing: {
    zh: '文档正在建立索引。请等待完成后再更改分段。',
    es: 'El documento se está indexando. Espere antes de cambiar fragmentos.',
    fr: 'Le document est en cours d’indexation. Attendez avant de modifier des segments.',
    de: 'Das Dokument wird gerade indiziert. Warten Sie, bevor Sie Abschnitte ändern.',
  },
  invalid_action: {
    zh: '此类知识库或文档不支持该操作：{message}',
    es: 'Este tipo de base o documento no lo permite: {message}',
    fr: 'Ce type de base ou de document ne le permet pas : {message}',
    de: 'Diese Art von Wissensbasis oder Dokument erlaubt das nicht: {message}',
  },
  invalid_answer: {
    zh: '嵌入模型返回了无效的向量。请换一个模型。',
    es: 'El modelo de embeddings dio vectores inesperados. Elija otro.',
    fr: 'Le modèle d’embedding a donné des vecteurs inattendus. Choisissez-en un autre.',
    de: 'Das Embedding-Modell lieferte andere Vektoren als erwartet. Wählen Sie ein anderes.',
  },
  invalid_param: {
    zh: '分段或模型的设置不正确：{message}',
    es: 'Un fragmento o un modelo no es correcto: {message}',
    fr: 'Un segment ou un modèle n’est pas correct : {message}',
    de: 'Ein Abschnitt oder ein Modell ist nicht richtig: {message}',
  },
  model_cooling: {
    zh: '模型请求过多，正在等待。请稍后重试。',
    es: 'El modelo pide una pausa. Inténtelo más tarde.',
    fr: 'Le modèle demande une pause. Réessayez plus tard.',
    de: 'Das Modell bittet um eine Pause. Versuchen Sie es später noch einmal.',
  },
  model_timeout: {
    zh: '模型未及时回应。系统会再次尝试。',
    es: 'El modelo no respondió a tiempo; se volverá a intentar.',
    fr: 'Le modèle n’a pas répondu à temps ; un nouvel essai suivra.',
    de: 'Das Modell hat nicht rechtzeitig geantwortet; es wird noch einmal gefragt.',
  },
  no_questions: {
    zh: '默认语言模型没有生成任何问答。请换一个默认模型后重试。',
    es: 'El modelo predeterminado no escribió preguntas y respuestas. Elija otro y reintente.',
    fr: 'Le modèle par défaut n’a écrit aucune question ni réponse. Choisissez-en un autre et réessayez.',
    de: 'Das Standardmodell schrieb keine Fragen und Antworten. Wählen Sie ein anderes, und versuchen Sie es erneut.',
  },
  no_text: {
    zh: '文档中没有找到文字。扫描件需要先进行文字识别。',
    es: 'No se encontró texto en el documento. Los escaneados necesitan antes reconocimiento de texto.',
    fr: 'Aucun texte n’a été trouvé. Les numérisations demandent d’abord une reconnaissance de texte.',
    de: 'Im Dokument wurde kein Text gefunden. Scans brauchen zuerst eine Texterkennung.',
  },
  not_found: {
    zh: '没有这个分段，或文档尚未完成、已停用。',
    es: 'Ese fragmento no existe, o el documento no está listo o está desactivado.',
    fr: 'Ce segment n’existe pas, ou le document n’est pas prêt ou est désactivé.',
    de: 'Diesen Abschnitt gibt es nicht, oder das Dokument ist nicht fertig oder abgeschaltet.',
  },
  process_died: {
    zh: '服务器处理文档时多次中断。请拆分文档后重试。',
    es: 'El servidor se interrumpió varias veces con el documento. Divídalo y reintente.',
    fr: 'Le serveur s’est interrompu plusieurs fois sur ce document. Divisez-le et réessayez.',
    de: 'Der Server brach bei diesem Dokument mehrmals ab. Teilen Sie es, und versuchen Sie es erneut.',
  },
};
