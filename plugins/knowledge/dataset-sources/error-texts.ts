import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_param: {
    zh: '同步文件夹的文件、路径或设置不正确：{message}',
    es: 'Un archivo, ruta o ajuste de la carpeta no es correcto: {message}',
    fr: 'Un fichier, chemin ou paramètre du dossier n’est pas correct : {message}',
    de: 'Eine Datei, ein Pfad oder eine Einstellung des Ordners ist nicht richtig: {message}',
  },
  invalid_source: {
    zh: '来源的设置不正确：{message}',
    es: 'Un ajuste de la fuente no es correcto: {message}',
    fr: 'Un paramètre de la source n’est pas correct : {message}',
    de: 'Eine Einstellung der Quelle ist nicht richtig: {message}',
  },
  not_found: {
    zh: '知识库没有这个来源。',
    es: 'La base no tiene esa fuente.',
    fr: 'La base n’a pas cette source.',
    de: 'Die Wissensbasis hat keine solche Quelle.',
  },
  refresh_running: {
    zh: '来源正在读取。请等待或取消。',
    es: 'La fuente se está leyendo. Espere o cancele.',
    fr: 'La source est en cours de lecture. Attendez ou annulez.',
    de: 'Die Quelle wird gerade gelesen. Warten Sie, oder brechen Sie ab.',
  },
  source_has_documents: {
    zh: '来源带来的文档会一并删除。请确认，或选择保留文档。',
    es: 'Los documentos de la fuente se eliminarían con ella. Confirme o consérvelos.',
    fr: 'Les documents de la source seraient supprimés avec elle. Confirmez, ou gardez-les.',
    de: 'Die Dokumente der Quelle würden mit ihr gelöscht. Bestätigen Sie, oder behalten Sie sie.',
  },
  token_needed: {
    zh: '新地址在另一台主机上。请提供它的令牌。',
    es: 'La nueva dirección está en otro servidor. Indique su token.',
    fr: 'La nouvelle adresse est sur un autre hôte. Donnez son jeton.',
    de: 'Die neue Adresse liegt auf einem anderen Host. Geben Sie deren Token an.',
  },
  too_many_sources: {
    zh: '知识库的来源已达上限。请删除一个。',
    es: 'La base tiene tantas fuentes como se permiten. Elimine una.',
    fr: 'La base a autant de sources que permis. Supprimez-en une.',
    de: 'Die Wissensbasis hat so viele Quellen wie erlaubt. Löschen Sie eine.',
  },
};
