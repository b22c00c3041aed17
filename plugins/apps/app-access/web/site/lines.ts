/** Sites as they were pasted: of an address of a page, its site. What is none is left to be refused. */
export function originsOf(text: string): string[] {
  return linesOf(text).map((line) => {
    const address = /^https?:\/\/[^*]+$/.test(line) ? URL.parse(line) : null;
    return address === null || address.origin === 'null' ? line : address.origin;
  });
}

/** What stands in the lines of a field, each once; commas part too. */
export function linesOf(text: string): string[] {
  const parts = text.split(/[\n,]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
