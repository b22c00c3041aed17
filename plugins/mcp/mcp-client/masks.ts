import { maskSecrets } from '#plugins/tools/contract.ts';
import type { Endpoint } from './contract.ts';

/** Shorter ones are words that texts may hold by chance. */
const SHORTEST = 8;

/** Takes what was sent in secret out of what came back: servers echo it in errors, and in answers. */
export function maskOf(
  { url, headers }: Pick<Endpoint, 'url' | 'headers'>,
  more: readonly string[] = [],
): (text: string) => string {
  const { searchParams, password } = new URL(url);
  const values = [
    ...headers.map(([, value]) => value),
    ...searchParams.values(),
    decodeURIComponent(password),
    ...more,
  ];
  const parts = values.flatMap((value) => [value, value.replace(/^(?:bearer|basic|token)\s+/i, '')]);
  const secrets = [...new Set(parts)].filter((part) => part.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => maskSecrets(text, secrets);
}

/** The address without what may be a key: hosted servers have theirs in the path or the query. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname === '/' && search === '' ? '/' : '/******'}`;
}
