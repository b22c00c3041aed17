import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_choice: {
    zh: '新应用要么是空白的，要么来自模板。请选择类型或模板。',
    es: 'Una aplicación nueva está vacía o viene de una plantilla. Elija un tipo o una plantilla.',
    fr: 'Une nouvelle application est vide ou vient d’un modèle. Choisissez un type ou un modèle.',
    de: 'Eine neue App ist leer oder kommt aus einer Vorlage. Wählen Sie eine Art oder eine Vorlage.',
  },
  no_template: {
    zh: '没有这个模板。',
    es: 'Esa plantilla no existe.',
    fr: 'Ce modèle n’existe pas.',
    de: 'Diese Vorlage gibt es nicht.',
  },
};
