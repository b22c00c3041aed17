/** What the bubble says: chat, close it, it could not be reached, try again, a new answer is there. */
export type Labels = readonly [chat: string, close: string, failed: string, again: string, news: string];

const texts: Readonly<Record<string, string>> = {
  en: 'Chat|Close|Can’t be reached|Try again|New answer',
  zh: '聊天|关闭|无法连接|重试|有新回复',
  es: 'Chat|Cerrar|Sin conexión|Reintentar|Respuesta nueva',
  fr: 'Chat|Fermer|Connexion impossible|Réessayer|Nouvelle réponse',
  de: 'Chat|Schließen|Nicht erreichbar|Erneut versuchen|Neue Antwort',
};

/** Those of the first language that there are any of. */
export function labelsFor(...locales: readonly (string | undefined)[]): Labels {
  const found = locales.map((locale) => texts[(locale ?? '').slice(0, 2).toLowerCase()]).find(Boolean);
  return (found ?? texts.en ?? '').split('|') as unknown as Labels;
}
