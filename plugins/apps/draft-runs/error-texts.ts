import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_value: {
    zh: '某个节点的值写法有误：{message}',
    es: 'Un valor para un nodo está mal indicado: {message}',
    fr: 'Une valeur pour un nœud est mal indiquée : {message}',
    de: 'Ein Wert für einen Knoten ist falsch angegeben: {message}',
  },
  node_waits: {
    zh: '等待他人的节点不能单独运行。请运行整个草稿。',
    es: 'Un nodo que espera a personas no puede ejecutarse solo. Ejecute todo el borrador.',
    fr: 'Un nœud qui attend des personnes ne peut pas s’exécuter seul. Exécutez tout le brouillon.',
    de: 'Ein Knoten, der auf Menschen wartet, kann nicht allein laufen. Führen Sie den ganzen Entwurf aus.',
  },
  not_run: {
    zh: '节点没有运行：{message}',
    es: 'El nodo no se ejecutó: {message}',
    fr: 'Le nœud n’a pas été exécuté : {message}',
    de: 'Der Knoten lief nicht: {message}',
  },
  no_outputs: {
    zh: '没有可固定的输出：{message}',
    es: 'No hay ninguna salida que fijar: {message}',
    fr: 'Il n’y a aucune sortie à épingler : {message}',
    de: 'Es gibt keine Ausgabe zum Anheften: {message}',
  },
  not_pinnable: {
    zh: '不能固定此节点的输出：{message}',
    es: 'La salida de este nodo no puede fijarse: {message}',
    fr: 'La sortie de ce nœud ne peut pas être épinglée : {message}',
    de: 'Die Ausgabe dieses Knotens kann nicht angeheftet werden: {message}',
  },
};
