import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  not_sent: {
    zh: '邮件服务器无法连接或拒绝了邮件。请联系服务器的运维人员。',
    es: 'El servidor de correo no responde o rechaza el mensaje. Avise a quien administra el servidor.',
    fr: 'Le serveur de courrier est injoignable ou refuse. Prévenez la personne qui administre le serveur.',
    de: 'Der Mailserver ist nicht erreichbar oder lehnt ab. Sagen Sie es dem, der den Server betreibt.',
  },
  too_many_letters: {
    zh: '一小时内发往此地址的邮件过多。请稍后再试，或自行转交链接。',
    es: 'Se enviaron demasiados correos a esta dirección en una hora. Espere, o pase usted el enlace.',
    fr: 'Trop d’e-mails ont été envoyés à cette adresse en une heure. Attendez, ou transmettez le lien vous-même.',
    de: 'An diese Adresse gingen in einer Stunde zu viele E-Mails. Warten Sie, oder geben Sie den Link selbst weiter.',
  },
};
