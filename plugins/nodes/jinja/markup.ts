const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
};

export function escapeMarkup(value: string): string {
  return value.replaceAll(/[&<>'"]/g, (character) => entities[character] ?? character);
}
