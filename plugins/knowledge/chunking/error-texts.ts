import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_process_rule: {
    zh: '文档分段设置不正确：{message}',
    es: 'La regla de división no es correcta: {message}',
    fr: 'La règle de découpage n’est pas correcte : {message}',
    de: 'Die Regel zum Zerteilen ist nicht richtig: {message}',
  },
  no_question_table: {
    zh: '文档不是问答表格。需要标题行，第一列为问题，第二列为答案。',
    es: 'El documento no es una tabla de preguntas y respuestas. Hace falta un encabezado, la pregunta en la primera columna y la respuesta en la segunda.',
    fr: 'Le document n’est pas un tableau de questions et réponses. Il faut un en-tête, la question dans la première colonne et la réponse dans la deuxième.',
    de: 'Das Dokument ist keine Tabelle mit Fragen und Antworten. Nötig sind eine Kopfzeile, die Frage in der ersten und die Antwort in der zweiten Spalte.',
  },
  too_many_chunks: {
    zh: '文档会产生过多分段。请增大分段长度，或拆分文档。',
    es: 'El documento daría demasiados fragmentos. Haga los fragmentos más largos o divida el documento.',
    fr: 'Le document donnerait trop de segments. Allongez les segments ou divisez le document.',
    de: 'Das Dokument ergäbe zu viele Abschnitte. Machen Sie die Abschnitte länger, oder teilen Sie das Dokument.',
  },
};
