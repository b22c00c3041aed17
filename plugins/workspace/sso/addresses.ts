/** One that accounts can have; anything else is none. */
const email = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,190}$/u;

/** In lower case; null: it is none. */
export function emailIn(value: unknown): string | null {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return email.test(given) ? given : null;
}

/** The domain of an address; empty: it is none. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : email.slice(at + 1);
}

/** What somebody is called: as the provider says, else by their address. */
export function nameOf(value: unknown, email: string | null): string {
  const name = typeof value === 'string' ? value.trim().slice(0, 100) : '';
  return name === '' ? (email?.split('@')[0] ?? '') : name;
}

/** On this machine, where there is no TLS; reached only where the operator allows it (`egress.allow`). */
export function isLocal(address: string): boolean {
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/.test(address);
}
