/** What stands in the lines of a field, each once; commas part too. */
export function linesOf(text: string): string[] {
  const parts = text.split(/[\n,]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
