import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  archived_document_immutable: {
    zh: '文档已归档。请先取消归档。',
    es: 'El documento está archivado. Sáquelo antes del archivo.',
    fr: 'Le document est archivé. Désarchivez-le d’abord.',
    de: 'Das Dokument ist archiviert. Holen Sie es zuerst aus dem Archiv.',
  },
  document_indexing: {
    zh: '文档正在建立索引。请等待完成或先暂停。',
    es: 'El documento se está indexando. Espere o páuselo antes.',
    fr: 'Le document est en cours d’indexation. Attendez, ou suspendez-le d’abord.',
    de: 'Das Dokument wird gerade indiziert. Warten Sie, oder halten Sie es zuerst an.',
  },
  file_too_large: {
    zh: '文档过大。请拆分为较小的文档。',
    es: 'El documento es demasiado grande. Divídalo.',
    fr: 'Le document est trop volumineux. Divisez-le.',
    de: 'Das Dokument ist zu groß. Teilen Sie es auf.',
  },
  invalid_param: {
    zh: '元数据的值或筛选条件不正确：{message}',
    es: 'Un metadato o un filtro no es correcto: {message}',
    fr: 'Une métadonnée ou un filtre n’est pas correct : {message}',
    de: 'Ein Metadatum oder ein Filter ist nicht richtig: {message}',
  },
  not_found: {
    zh: '没有这个文档或分段，可能已被删除或重新建立索引。',
    es: 'Ese documento o fragmento no existe; puede que se eliminara o se indexara de nuevo.',
    fr: 'Ce document ou segment n’existe pas ; il a peut-être été supprimé ou réindexé.',
    de: 'Dieses Dokument oder diesen Abschnitt gibt es nicht; vielleicht wurde gelöscht oder neu indiziert.',
  },
  unsupported_file_type: {
    zh: '无法读取此类文件：{message}',
    es: 'No se puede leer este tipo de archivo: {message}',
    fr: 'Ce type de fichier ne peut pas être lu : {message}',
    de: 'Diese Art von Datei kann nicht gelesen werden: {message}',
  },
};
