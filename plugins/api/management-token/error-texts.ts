import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_token: {
    zh: 'WEFT_MANAGEMENT_TOKEN 不是管理令牌。',
    es: 'WEFT_MANAGEMENT_TOKEN no es un token de gestión.',
    fr: 'WEFT_MANAGEMENT_TOKEN n’est pas un jeton de gestion.',
    de: 'WEFT_MANAGEMENT_TOKEN ist kein Verwaltungs-Token.',
  },
  no_workspace: {
    zh: '工作空间已不存在。',
    es: 'El espacio de trabajo ya no existe.',
    fr: 'L’espace de travail n’existe plus.',
    de: 'Den Arbeitsbereich gibt es nicht mehr.',
  },
  not_ready: {
    zh: '第一个工作空间正在创建。请稍后重试。',
    es: 'El primer espacio de trabajo se está creando. Inténtelo en un momento.',
    fr: 'Le premier espace de travail est en cours de création. Réessayez dans un moment.',
    de: 'Der erste Arbeitsbereich wird noch angelegt. Versuchen Sie es gleich noch einmal.',
  },
  token_in_environment: {
    zh: '管理令牌由 WEFT_MANAGEMENT_TOKEN 设定。请在那里更换，并重新启动每个进程。',
    es: 'El token de gestión viene de WEFT_MANAGEMENT_TOKEN. Cámbielo ahí y reinicie cada proceso.',
    fr: 'Le jeton de gestion vient de WEFT_MANAGEMENT_TOKEN. Changez-le là, puis redémarrez chaque processus.',
    de: 'Das Verwaltungs-Token kommt aus WEFT_MANAGEMENT_TOKEN. Ändern Sie es dort und starten Sie jeden Prozess neu.',
  },
};
