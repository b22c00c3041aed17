/** A path of this site as a browser will read it, whatever tricks it holds; null: it is none. */
export function returnPath(given: string): string | null {
  const base = 'http://own.invalid';
  const url = URL.canParse(given, base) ? new URL(given, base) : null;
  const path = url === null ? '' : url.pathname + url.search + url.hash;
  // What is a path may still be read as a host once its dots are gone: `/..//example.com`.
  return /^\/(?![/\\])/.test(given) && url?.origin === base && !path.startsWith('//') ? path : null;
}

/** The same path with more in its query. */
export function withQuery(path: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(path, 'http://own.invalid');
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
