import { PlatformError } from '#kernel';

/**
 * Where a service is, without a slash at its end: https, for its tokens go there. Throws `connected-accounts.invalid_address`.
 * A server on this very machine may be without it.
 */
export function checkedBase(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    return url.href.replace(/\/+$/, '');
  const message =
    'Give the address of the service with https, as https://git.example.com, without a name or password in it.';
  throw new PlatformError('invalid', 'connected-accounts.invalid_address', message, { field: 'base_url' });
}
