/** A token of the demo model: a word, a number, or one character of another kind (a sign, an ideograph). */
const TOKEN = /[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{M}\p{N}]/gu;

export function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

export function countTokens(text: string): number {
  return tokensOf(text).length;
}
