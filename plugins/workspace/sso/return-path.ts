import { PlatformError } from '#kernel';

/** A path of this site as a browser will read it, whatever tricks it holds; null: it is none. */
export function returnPath(given: string): string | null {
  const base = 'http://own.invalid';
  const url = URL.canParse(given, base) ? new URL(given, base) : null;
  const path = url === null ? '' : url.pathname + url.search + url.hash;
  // What is a path may still be read as a host once its dots are gone: `/..//example.com`.
  return /^\/(?![/\\])/.test(given) && url?.origin === base && !path.startsWith('//') ? path : null;
}

export function invalidReturn(): PlatformError {
  const message = 'return_to is a path of this site, such as /apps.';
  return new PlatformError('invalid', 'sso.invalid_return', message, { field: 'return_to' });
}
