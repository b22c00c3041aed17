import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  not_picked: {
    zh: '未为此应用选择该文件，或文件已不存在：请重新选择。',
    es: 'Este archivo no se eligió para esta aplicación o ya no existe: elíjalo de nuevo.',
    fr: 'Ce fichier n’a pas été choisi pour cette application ou n’existe plus : choisissez-le à nouveau.',
    de: 'Diese Datei wurde für diese App nicht ausgewählt, oder es gibt sie nicht mehr: Wählen Sie sie noch einmal aus.',
  },
  no_file: {
    zh: '其中没有可附加的内容：请选择文件，而不是文件夹或表单。',
    es: 'No tiene contenido que se pueda adjuntar: elija archivos, no carpetas ni formularios.',
    fr: 'Il n’y a pas de contenu à joindre : choisissez des fichiers, pas des dossiers ni des formulaires.',
    de: 'Das hat keinen Inhalt, der sich anhängen ließe: Wählen Sie Dateien, keine Ordner oder Formulare.',
  },
  kept_back: {
    zh: '文件所有者不允许下载：请其在云端硬盘中允许。',
    es: 'Su propietario no permite descargarlo: pídale que lo permita en Drive.',
    fr: 'Son propriétaire n’autorise pas le téléchargement : demandez-lui de l’autoriser dans Drive.',
    de: 'Ihr Eigentümer lässt sie nicht herunterladen: Bitten Sie darum, das in Drive zu erlauben.',
  },
  too_large: {
    zh: 'Google 最多导出 10 MB 的文档：请另存为其他格式后再选择。',
    es: 'Google exporta como máximo 10 MB de un documento: guárdelo en otro formato y elija ese archivo.',
    fr: 'Google exporte au plus 10 Mo d’un document : enregistrez-le dans un autre format et choisissez celui-ci.',
    de: 'Google exportiert höchstens 10 MB eines Dokuments: Speichern Sie es in einem anderen Format, und wählen Sie das.',
  },
  busy: {
    zh: 'Google 云端硬盘暂时未提供该文件，请稍后重试。',
    es: 'Google Drive no entrega el archivo en este momento; inténtelo en un minuto.',
    fr: 'Google Drive ne fournit pas le fichier pour le moment ; réessayez dans une minute.',
    de: 'Google Drive gibt die Datei im Moment nicht her; versuchen Sie es in einer Minute noch einmal.',
  },
  visitors_only: {
    zh: '此功能仅供网页应用的访客使用。',
    es: 'Esto es para visitantes de aplicaciones web.',
    fr: 'Ceci est destiné aux visiteurs des applications web.',
    de: 'Das ist für Besucher von Web-Apps.',
  },
};
