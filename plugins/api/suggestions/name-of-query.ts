/** A query as a name: one line, with at most 50 characters. */
export function nameOfQuery(query: string): string {
  // The start is enough, in characters rather than code units: none is cut in two.
  const name = [...query.slice(0, 1000).trim().replace(/\s+/g, ' ')];
  return name.length > 50 ? `${name.slice(0, 47).join('')}...` : name.join('') || 'New conversation';
}
