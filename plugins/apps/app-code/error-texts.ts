import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  blocked: {
    zh: '文档无法应用，未做任何更改：{message}',
    es: 'Un documento no se puede aplicar; no se cambió nada: {message}',
    fr: 'Un document ne peut pas être appliqué ; rien n’a changé : {message}',
    de: 'Ein Dokument lässt sich nicht anwenden; nichts wurde geändert: {message}',
  },
  invalid_environment: {
    zh: '环境文件有误：{message}',
    es: 'El archivo de entorno no es correcto: {message}',
    fr: 'Le fichier d’environnement n’est pas correct : {message}',
    de: 'Die Umgebungsdatei ist nicht richtig: {message}',
  },
  plan_changed: {
    zh: '计划生成后应用已被更改，未做任何操作。请重新生成计划。',
    es: 'Una aplicación cambió desde que se hizo el plan; no se aplicó nada. Hágalo de nuevo.',
    fr: 'Une application a changé depuis le plan ; rien n’a été appliqué. Refaites le plan.',
    de: 'Seit dem Plan wurde eine App geändert; nichts wurde angewandt. Erstellen Sie den Plan neu.',
  },
};
