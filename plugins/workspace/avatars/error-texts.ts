import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  busy: {
    zh: '正在处理的图片太多。请稍后重试。',
    es: 'Hay demasiadas imágenes en espera. Inténtelo de nuevo en un momento.',
    fr: 'Trop d’images sont en attente. Réessayez dans un moment.',
    de: 'Zu viele Bilder warten. Versuchen Sie es gleich noch einmal.',
  },
  file_too_large: {
    zh: '图片过大。请缩小后重试。',
    es: 'La imagen es demasiado grande. Redúzcala.',
    fr: 'L’image est trop grande. Réduisez-la.',
    de: 'Das Bild ist zu groß. Verkleinern Sie es.',
  },
  limit_exceeded: {
    zh: '图片像素过多或解码耗时过长。请缩小后重试。',
    es: 'La imagen tiene demasiados píxeles o tarda demasiado en leerse. Redúzcala.',
    fr: 'L’image a trop de pixels ou met trop de temps à se lire. Réduisez-la.',
    de: 'Das Bild hat zu viele Pixel oder braucht zu lange zum Lesen. Verkleinern Sie es.',
  },
  no_account: {
    zh: '账户已不存在。',
    es: 'La cuenta ya no existe.',
    fr: 'Le compte n’existe plus.',
    de: 'Das Konto gibt es nicht mehr.',
  },
  no_avatar: {
    zh: '没有这张头像。',
    es: 'Esa foto no existe.',
    fr: 'Cette photo n’existe pas.',
    de: 'Dieses Bild gibt es nicht.',
  },
  no_file_uploaded: {
    zh: '没有选择文件。',
    es: 'No se ha elegido ningún archivo.',
    fr: 'Aucun fichier n’a été choisi.',
    de: 'Es wurde keine Datei gewählt.',
  },
  process_died: {
    zh: '处理图片时意外中断。请重试，或换一张图片。',
    es: 'La lectura de la imagen se interrumpió. Inténtelo de nuevo o con otra imagen.',
    fr: 'La lecture de l’image s’est interrompue. Réessayez, ou avec une autre image.',
    de: 'Das Lesen des Bildes brach ab. Versuchen Sie es noch einmal oder mit einem anderen Bild.',
  },
  too_many_files: {
    zh: '只能选择一个文件。',
    es: 'Elija un solo archivo.',
    fr: 'Choisissez un seul fichier.',
    de: 'Wählen Sie nur eine Datei.',
  },
  unreadable_image: {
    zh: '图片已损坏或不完整。请重新保存。',
    es: 'La imagen está dañada o incompleta. Guárdela de nuevo.',
    fr: 'L’image est endommagée ou incomplète. Enregistrez-la à nouveau.',
    de: 'Das Bild ist beschädigt oder unvollständig. Speichern Sie es neu.',
  },
  unsupported_file_type: {
    zh: '文件不是 PNG、JPEG、GIF、BMP 或 WebP 图片。',
    es: 'El archivo no es una imagen PNG, JPEG, GIF, BMP ni WebP.',
    fr: 'Le fichier n’est pas une image PNG, JPEG, GIF, BMP ou WebP.',
    de: 'Die Datei ist kein Bild in PNG, JPEG, GIF, BMP oder WebP.',
  },
};
