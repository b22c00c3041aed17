import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  failed: {
    zh: '插件出错：{message}',
    es: 'El complemento falló: {message}',
    fr: 'Le module a échoué : {message}',
    de: 'Das Plugin ist gescheitert: {message}',
  },
  out_of_memory: {
    zh: '插件需要的内存超过了允许的限度。',
    es: 'El complemento necesitó más memoria de la concedida.',
    fr: 'Le module a eu besoin de plus de mémoire qu’accordé.',
    de: 'Das Plugin brauchte mehr Speicher als gewährt.',
  },
  removed: {
    zh: '插件在运行期间被移除了。',
    es: 'El complemento se quitó mientras trabajaba.',
    fr: 'Le module a été retiré pendant qu’il travaillait.',
    de: 'Das Plugin wurde entfernt, während es arbeitete.',
  },
  timeout: {
    zh: '插件运行的时间超过了允许的限度。',
    es: 'El complemento tardó más de lo concedido.',
    fr: 'Le module a mis plus de temps qu’accordé.',
    de: 'Das Plugin brauchte länger als gewährt.',
  },
  too_large: {
    zh: '插件的回答过大。',
    es: 'La respuesta del complemento es demasiado grande.',
    fr: 'La réponse du module est trop grande.',
    de: 'Die Antwort des Plugins ist zu groß.',
  },
  unavailable: {
    zh: '此服务器目前无法运行这类插件：{message}',
    es: 'Este servidor no puede ejecutar ahora complementos de este tipo: {message}',
    fr: 'Ce serveur ne peut pas exécuter pour l’instant ce type de module : {message}',
    de: 'Dieser Server kann Plugins dieser Art gerade nicht ausführen: {message}',
  },
};
