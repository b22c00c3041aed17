import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  file_extension_blocked: {
    zh: '不接受这种扩展名的文件。',
    es: 'No se admiten archivos con esta extensión.',
    fr: 'Les fichiers de cette extension ne sont pas acceptés.',
    de: 'Dateien mit dieser Endung werden nicht angenommen.',
  },
  file_not_found: {
    zh: '没有这个文件。',
    es: 'Ese archivo no existe.',
    fr: 'Ce fichier n’existe pas.',
    de: 'Diese Datei gibt es nicht.',
  },
  file_too_large: {
    zh: '文件过大：{message}',
    es: 'El archivo es demasiado grande: {message}',
    fr: 'Le fichier est trop volumineux : {message}',
    de: 'Die Datei ist zu groß: {message}',
  },
  invalid_param: {
    zh: '文件名或文件引用不正确：{message}',
    es: 'Un nombre o una referencia de archivo no es correcto: {message}',
    fr: 'Un nom ou une référence de fichier n’est pas correct : {message}',
    de: 'Ein Dateiname oder Dateiverweis ist nicht richtig: {message}',
  },
  unsupported_file_type: {
    zh: '文件内容与扩展名不符。',
    es: 'El contenido del archivo no es el que dice su extensión.',
    fr: 'Le contenu du fichier n’est pas celui de son extension.',
    de: 'Der Inhalt der Datei entspricht nicht ihrer Endung.',
  },
};
