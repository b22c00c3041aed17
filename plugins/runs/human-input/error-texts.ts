import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  human_input_form_expired: {
    zh: '填写表单的时间已过。',
    es: 'El plazo para responder el formulario terminó.',
    fr: 'Le délai pour répondre au formulaire est passé.',
    de: 'Die Zeit für das Formular ist um.',
  },
  human_input_form_submitted: {
    zh: '表单已有人填写。',
    es: 'El formulario ya se respondió.',
    fr: 'Le formulaire a déjà reçu une réponse.',
    de: 'Das Formular wurde schon beantwortet.',
  },
  invalid_form_data: {
    zh: '填写的内容不符合表单：{message}',
    es: 'La respuesta no encaja en el formulario: {message}',
    fr: 'La réponse ne convient pas au formulaire : {message}',
    de: 'Die Antwort passt nicht zum Formular: {message}',
  },
  not_found: {
    zh: '没有这个表单。',
    es: 'Ese formulario no existe.',
    fr: 'Ce formulaire n’existe pas.',
    de: 'Dieses Formular gibt es nicht.',
  },
};
