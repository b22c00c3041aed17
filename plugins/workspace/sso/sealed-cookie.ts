import { currentTime } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

/** A cookie of a sign-in. */
export interface SealedCookie {
  readonly name: string;
  /** The only paths it is sent to. */
  readonly path: string;
  readonly purpose: string;
  readonly seconds: number;
}

interface CookieRules {
  readonly isSecure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

/** Whom a browser keeps something for: the id of a connection, the name of a service. */
const ownerPattern = /^[a-z0-9-]{1,36}$/;

/** Seals what a browser keeps for us, for one owner. `value`: anything that JSON holds. */
export function sealedCookie<T extends { readonly owner: string }>(
  secrets: Secrets,
  cookie: SealedCookie,
  value: T,
  rules: CookieRules,
): string {
  const { owner } = value;
  const text = JSON.stringify({ ...value, until: currentTime() + cookie.seconds * 1000 });
  const sealed = `${owner}.${secrets.seal(owner, cookie.purpose, text)}`;
  return line(cookie, sealed, cookie.seconds, rules);
}

/** Takes a cookie back. */
export function noCookie(cookie: SealedCookie, isSecure: boolean): string {
  return line(cookie, '', 0, { isSecure, sameSite: 'Lax' });
}

/** What a browser kept; null: nothing, nothing any more, or nothing that was made here. */
export function openedCookie<T extends { readonly owner: string }>(
  secrets: Secrets,
  { name, purpose }: SealedCookie,
  cookies: string | undefined,
): T | null {
  const pair = (cookies ?? '').split(';').find((item) => item.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1) ?? '';
  const dot = value.indexOf('.');
  const owner = value.slice(0, Math.max(dot, 0));
  if (!ownerPattern.test(owner)) return null;
  try {
    const opened = JSON.parse(secrets.open(owner, purpose, value.slice(dot + 1))) as T & { readonly until: number };
    return opened.until > currentTime() && opened.owner === owner ? opened : null;
  } catch {
    return null;
  }
}

function line(
  { name, path }: Pick<SealedCookie, 'name' | 'path'>,
  value: string,
  seconds: number,
  { isSecure, sameSite }: CookieRules,
): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}
