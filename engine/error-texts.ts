/** What its errors say besides English: `ErrorTexts` of http, which is above the engine. */
export const errorTexts = {
  invalid_document: {
    zh: '这不是有效的应用文档：{message}',
    es: 'No es un documento de aplicación válido: {message}',
    fr: 'Ce n’est pas un document d’application valable : {message}',
    de: 'Das ist kein gültiges App-Dokument: {message}',
  },
  invalid_graph: {
    zh: '此流程无法运行：{message}',
    es: 'El flujo no puede ejecutarse: {message}',
    fr: 'Le flux ne peut pas s’exécuter : {message}',
    de: 'Der Ablauf kann nicht laufen: {message}',
  },
  invalid_param: {
    zh: '输入的值不符合应用的表单：{message}',
    es: 'Un valor no encaja en el formulario de la aplicación: {message}',
    fr: 'Une valeur ne convient pas au formulaire de l’application : {message}',
    de: 'Ein Wert passt nicht zum Formular der App: {message}',
  },
  invalid_root: {
    zh: '不能从这个节点开始运行。',
    es: 'La ejecución no puede empezar en ese nodo.',
    fr: 'L’exécution ne peut pas commencer à ce nœud.',
    de: 'Der Lauf kann nicht an diesem Knoten beginnen.',
  },
  no_thread: {
    zh: '服务器正在启动。请稍后重试。',
    es: 'El servidor está arrancando. Inténtelo en un momento.',
    fr: 'Le serveur démarre. Réessayez dans un moment.',
    de: 'Der Server startet gerade. Versuchen Sie es gleich noch einmal.',
  },
  run_over: {
    zh: '此运行已结束。',
    es: 'La ejecución ya terminó.',
    fr: 'L’exécution est terminée.',
    de: 'Der Lauf ist beendet.',
  },
  run_too_large: {
    zh: '运行的数据过多。请减少节点之间传递的文本。',
    es: 'La ejecución produjo demasiado texto. Pase menos de nodo en nodo.',
    fr: 'L’exécution a produit trop de texte. Passez-en moins d’un nœud à l’autre.',
    de: 'Der Lauf erzeugte zu viel Text. Reichen Sie weniger von Knoten zu Knoten weiter.',
  },
  stopping: {
    zh: '服务器正在关闭。请稍后重试。',
    es: 'El servidor se está apagando. Inténtelo más tarde.',
    fr: 'Le serveur s’arrête. Réessayez plus tard.',
    de: 'Der Server fährt herunter. Versuchen Sie es später noch einmal.',
  },
  too_many_requests: {
    zh: '正在读取的大文档太多。请稍后重试。',
    es: 'Se están leyendo demasiados documentos grandes. Inténtelo en un momento.',
    fr: 'Trop de gros documents sont en cours de lecture. Réessayez dans un moment.',
    de: 'Es werden zu viele große Dokumente gelesen. Versuchen Sie es gleich noch einmal.',
  },
  too_many_runs: {
    zh: '同时进行的运行太多。请稍后重试。',
    es: 'Hay demasiadas ejecuciones en curso. Inténtelo en un momento.',
    fr: 'Trop d’exécutions sont en cours. Réessayez dans un moment.',
    de: 'Es laufen zu viele Läufe. Versuchen Sie es gleich noch einmal.',
  },
  unknown_node_type: {
    zh: '没有插件提供这种节点：{message}',
    es: 'Ningún complemento trae este tipo de nodo: {message}',
    fr: 'Aucun module n’apporte ce type de nœud : {message}',
    de: 'Kein Plugin bringt diese Art von Knoten: {message}',
  },
};
