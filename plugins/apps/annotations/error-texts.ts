import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_csv: {
    zh: '表格有误，未导入任何内容：{message}',
    es: 'La tabla no es correcta; no se importó nada: {message}',
    fr: 'Le tableau n’est pas correct ; rien n’a été importé : {message}',
    de: 'Die Tabelle ist nicht richtig; nichts wurde importiert: {message}',
  },
  invalid_param: {
    zh: '应用的标注已达上限。请删除一些。',
    es: 'La aplicación tiene tantas anotaciones como se permiten. Elimine algunas.',
    fr: 'L’application a autant d’annotations que permis. Supprimez-en.',
    de: 'Die App hat so viele Anmerkungen wie erlaubt. Löschen Sie einige.',
  },
  not_found: {
    zh: '应用没有这条标注。',
    es: 'La aplicación no tiene esa anotación.',
    fr: 'L’application n’a pas cette annotation.',
    de: 'Die App hat keine solche Anmerkung.',
  },
};
