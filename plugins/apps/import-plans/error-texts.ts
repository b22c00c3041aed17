import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  unknown_swap: {
    zh: '要替换的模型不在文档中：{message}',
    es: 'El documento no nombra el modelo que se quiere cambiar: {message}',
    fr: 'Le document ne nomme pas le modèle à remplacer : {message}',
    de: 'Das Dokument nennt das zu ersetzende Modell nicht: {message}',
  },
  unusable_swap: {
    zh: '替换用的模型在此无法调用：{message}',
    es: 'El modelo de sustitución no se puede usar aquí: {message}',
    fr: 'Le modèle de remplacement n’est pas utilisable ici : {message}',
    de: 'Das Ersatzmodell kann hier nicht benutzt werden: {message}',
  },
};
