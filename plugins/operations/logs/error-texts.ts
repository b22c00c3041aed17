import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  conversation_not_found: {
    zh: '应用没有这个会话，或它已删除。',
    es: 'La aplicación no tiene esa conversación o se eliminó.',
    fr: 'L’application n’a pas cette conversation, ou elle a été supprimée.',
    de: 'Die App hat keine solche Unterhaltung, oder sie wurde gelöscht.',
  },
  invalid_range: {
    zh: '时间范围不正确：开始晚于结束，或超过 400 天。',
    es: 'El periodo no es correcto: empieza después de acabar o pasa de 400 días.',
    fr: 'La période n’est pas correcte : elle commence après sa fin ou dépasse 400 jours.',
    de: 'Der Zeitraum ist nicht richtig: Er beginnt nach seinem Ende oder ist länger als 400 Tage.',
  },
  nothing_to_search: {
    zh: '请输入要搜索的词语。',
    es: 'Escriba palabras que buscar.',
    fr: 'Saisissez des mots à chercher.',
    de: 'Geben Sie Wörter ein, die gesucht werden.',
  },
};
