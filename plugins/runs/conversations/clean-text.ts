import type { JsonText } from '#engine';

/** PostgreSQL text holds no NUL, and no half of a surrogate pair. */
export function clean(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}

/** The same for a JSON text. */
export function cleanJson(text: JsonText): JsonText {
  const kept = text.includes('\\u0000') ? text.replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1') : text;
  return kept.toWellFormed();
}
