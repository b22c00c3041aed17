/** Where a plugin is shown: names have at most one slash. `source`: of several that may have it. */
export function packageHref(name: string, source?: string): string {
  const query = source === undefined ? '' : `?source=${encodeURIComponent(source)}`;
  return `/plugins/${encodeURI(name)}${query}`;
}
