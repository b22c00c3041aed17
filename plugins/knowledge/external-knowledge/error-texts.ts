import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  external_knowledge_failed: {
    zh: '外部知识 API 没有返回记录：{message}',
    es: 'La API externa no dio resultados: {message}',
    fr: 'L’API externe n’a donné aucun résultat : {message}',
    de: 'Die externe API lieferte keine Treffer: {message}',
  },
  in_use: {
    zh: '有知识库正在使用此外部 API。请先删除它们，或确认。',
    es: 'Hay bases que usan esta API externa. Elimínelas antes o confirme.',
    fr: 'Des bases utilisent cette API externe. Supprimez-les d’abord, ou confirmez.',
    de: 'Wissensbasen nutzen diese externe API. Löschen Sie sie zuerst, oder bestätigen Sie.',
  },
  invalid_endpoint: {
    zh: '端点不是有效的 http(s) 地址。',
    es: 'El punto de acceso no es una dirección http(s) válida.',
    fr: 'Le point d’accès n’est pas une adresse http(s) valable.',
    de: 'Der Endpunkt ist keine gültige http(s)-Adresse.',
  },
  key_needed: {
    zh: '新端点在另一台服务器上。请提供它的密钥。',
    es: 'El nuevo punto de acceso está en otro servidor. Indique su clave.',
    fr: 'Le nouveau point d’accès est sur un autre serveur. Donnez sa clé.',
    de: 'Der neue Endpunkt liegt auf einem anderen Server. Geben Sie dessen Schlüssel an.',
  },
  not_found: {
    zh: '工作空间没有这个外部知识 API。',
    es: 'El espacio de trabajo no tiene esa API externa.',
    fr: 'L’espace de travail n’a pas cette API externe.',
    de: 'Der Arbeitsbereich hat keine solche externe API.',
  },
  too_many_apis: {
    zh: '外部知识 API 已达上限。请删除一个。',
    es: 'Hay tantas API externas como se permiten. Elimine una.',
    fr: 'Il y a autant d’API externes que permis. Supprimez-en une.',
    de: 'Es gibt so viele externe APIs wie erlaubt. Löschen Sie eine.',
  },
};
