import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  files_too_large: {
    zh: '交给插件工具的文件太大。请减少文件。',
    es: 'Los archivos para la herramienta del complemento son demasiado grandes. Dele menos.',
    fr: 'Les fichiers donnés à l’outil du module sont trop volumineux. Donnez-en moins.',
    de: 'Die Dateien für das Werkzeug des Plugins sind zu groß. Geben Sie weniger.',
  },
  invalid_answer: {
    zh: '插件工具的回答无法使用：{message}',
    es: 'La respuesta de la herramienta de un complemento no se puede usar: {message}',
    fr: 'La réponse de l’outil d’un module est inutilisable : {message}',
    de: 'Die Antwort des Werkzeugs eines Plugins ist nicht brauchbar: {message}',
  },
  not_configured: {
    zh: '插件在此工作空间中尚未设置。请在“插件”中填写其设置。',
    es: 'El complemento no está configurado en este espacio de trabajo. Rellene sus ajustes en Complementos.',
    fr: 'Le module n’est pas configuré dans cet espace de travail. Remplissez ses paramètres sous Modules.',
    de: 'Das Plugin ist in diesem Arbeitsbereich nicht eingerichtet. Füllen Sie seine Einstellungen unter Plugins aus.',
  },
};
