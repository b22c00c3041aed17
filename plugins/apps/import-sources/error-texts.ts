import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_param: {
    zh: '请提供一个文档：文件、文本或 https 地址。',
    es: 'Indique un documento: un archivo, un texto o una dirección https.',
    fr: 'Donnez un document : un fichier, un texte ou une adresse https.',
    de: 'Geben Sie ein Dokument an: eine Datei, einen Text oder eine https-Adresse.',
  },
  no_document: {
    zh: '该地址没有给出文档：{message}',
    es: 'La dirección no dio ningún documento: {message}',
    fr: 'L’adresse n’a donné aucun document : {message}',
    de: 'Die Adresse lieferte kein Dokument: {message}',
  },
  not_found: {
    zh: '导入已过期或已完成。请重新选择文档。',
    es: 'La importación caducó o ya se hizo. Elija el documento de nuevo.',
    fr: 'L’importation a expiré ou est faite. Choisissez à nouveau le document.',
    de: 'Der Import ist abgelaufen oder erledigt. Wählen Sie das Dokument noch einmal.',
  },
};
