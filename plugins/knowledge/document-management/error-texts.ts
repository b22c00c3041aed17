import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  file_not_found: {
    zh: '没有这个文档，或下载地址已过期。',
    es: 'Ese documento no existe o su dirección de descarga caducó.',
    fr: 'Ce document n’existe pas, ou son adresse de téléchargement a expiré.',
    de: 'Dieses Dokument gibt es nicht, oder seine Download-Adresse ist abgelaufen.',
  },
  invalid_param: {
    zh: '文档设置不正确：{message}',
    es: 'Los ajustes del documento no son correctos: {message}',
    fr: 'Les paramètres du document ne sont pas corrects : {message}',
    de: 'Die Einstellungen des Dokuments sind nicht richtig: {message}',
  },
  no_file_uploaded: {
    zh: '没有选择文件。',
    es: 'No se ha elegido ningún archivo.',
    fr: 'Aucun fichier n’a été choisi.',
    de: 'Es wurde keine Datei gewählt.',
  },
};
