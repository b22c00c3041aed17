import type { InLanguages } from '#http';

/** What the page of a form that came by e-mail says. */
export const pageTexts: InLanguages<{
  readonly title: string;
  readonly text: string;
  readonly how: string;
  readonly show: string;
  readonly answer: string;
}> = {
  en: {
    title: 'A form waits for your answer',
    text: 'The address of this page is a form that was sent to you. It is good for one answer; the first of all counts.',
    how: 'It is answered from a terminal: send what follows # in the address of this page in place of TOKEN, or ask whoever runs the server to do it with you.',
    show: 'What is asked?',
    answer: 'Answer, with the names of its inputs and the id of an action',
  },
  zh: {
    title: '有表单等待您填写',
    text: '此页面的地址是发送给您的一份表单。它只能回答一次，以最先提交的为准。',
    how: '请在终端中回答：用此页面地址中 # 之后的内容替换 TOKEN 后发送，或请运行服务器的人协助您。',
    show: '表单问什么？',
    answer: '回答：填写各输入项的名称和一个操作的 ID',
  },
  es: {
    title: 'Un formulario espera su respuesta',
    text: 'La dirección de esta página es un formulario que se le envió. Sirve para una sola respuesta; cuenta la primera.',
    how: 'Se responde desde una terminal: envíe lo que sigue a # en la dirección de esta página en lugar de TOKEN, o pida ayuda a quien administra el servidor.',
    show: '¿Qué se pregunta?',
    answer: 'Responder, con los nombres de sus campos y el id de una acción',
  },
  fr: {
    title: 'Un formulaire attend votre réponse',
    text: 'L’adresse de cette page est un formulaire qui vous a été envoyé. Il n’accepte qu’une réponse ; la première compte.',
    how: 'On y répond depuis un terminal : envoyez ce qui suit # dans l’adresse de cette page à la place de TOKEN, ou demandez de l’aide à qui exploite le serveur.',
    show: 'Que demande-t-il ?',
    answer: 'Répondre, avec les noms de ses champs et l’identifiant d’une action',
  },
  de: {
    title: 'Ein Formular wartet auf Ihre Antwort',
    text: 'Die Adresse dieser Seite ist ein Formular, das Ihnen geschickt wurde. Es nimmt eine Antwort an; die erste zählt.',
    how: 'Beantwortet wird es von einem Terminal: Senden Sie, was in der Adresse dieser Seite nach # steht, anstelle von TOKEN, oder bitten Sie die um Hilfe, die den Server betreiben.',
    show: 'Was wird gefragt?',
    answer: 'Antworten, mit den Namen der Felder und der ID einer Aktion',
  },
};
