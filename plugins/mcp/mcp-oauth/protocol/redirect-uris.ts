/** Schemes that browsers and systems give a meaning of their own: no application is reached by them, or more than one wants. */
const forbidden =
  /^(?:about|blob|chrome|content|data|file|filesystem|ftp|intent|jar|javascript|mailto|sms|tel|vbscript|view-source|ws|wss|ms-.+|search-ms|x-.+-search):$/;
const MAX_LENGTH = 1_000;

/** Where a client is reached, for people: a site, a program on their computer, or one that has registered a scheme. */
export type RedirectKind = 'site' | 'computer' | 'program';

/** Why an address is none to send browsers back to; null: it is one. */
export function redirectFault(uri: string): string | null {
  const url = uri.length > MAX_LENGTH ? null : URL.parse(uri);
  if (url === null) return 'is no address, or too long';
  // What a browser would read as another address than a person or a program does.
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return 'has characters that must be percent-encoded';
  if (uri.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'has a name or a password in it';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return isLoopback(url) ? null : 'is plain http, which only this computer may be reached by';
  return forbidden.test(url.protocol) ? `has the scheme ${url.protocol}` : null;
}

/**
 * Whether a browser may be sent to `given`: it is one of the client's own, letter for letter. Of programs on the person's own
 * computer the port may be another, for they take one that is free (RFC 8252, 7.3).
 */
export function isRedirectOf(given: string, own: readonly string[]): boolean {
  if (own.includes(given)) return true;
  const url = redirectFault(given) === null ? new URL(given) : null;
  if (url === null || url.protocol !== 'http:') return false;
  return own.some((each) => withoutPort(each) !== null && withoutPort(each) === withoutPort(given));
}

/** How it is shown to the person who decides. */
export function shownRedirect(uri: string): { readonly kind: RedirectKind; readonly shown: string } {
  const url = new URL(uri);
  if (url.protocol === 'https:') return { kind: 'site', shown: url.host };
  if (url.protocol === 'http:') return { kind: 'computer', shown: url.host };
  return { kind: 'program', shown: `${url.protocol}//${url.host}` };
}

/** With fields added to its query. */
export function redirectTo(uri: string, fields: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) added.set(name, value);
  // By hand: addresses of programs (`app:/path`) and queries of others come out as they went in.
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** Of an address on this computer all but its port; null: it is elsewhere. Userinfo was refused before. */
function withoutPort(uri: string): string | null {
  const [, host, rest] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/.exec(uri) ?? [];
  return host === undefined ? null : `${host}${rest}`;
}
