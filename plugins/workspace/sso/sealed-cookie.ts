import { currentTime, isUuid } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

/** A cookie of a sign-in; only sent to the paths of single sign-on. */
export interface SealedCookie {
  readonly name: string;
  readonly purpose: string;
  readonly seconds: number;
}

interface CookieRules {
  readonly isSecure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

const PATH = '/console/api/sso';

/** Seals what a browser keeps for us, for one connection. `value`: anything that JSON holds. */
export function sealedCookie<T extends { readonly connectionId: string }>(
  secrets: Secrets,
  { name, purpose, seconds }: SealedCookie,
  value: T,
  rules: CookieRules,
): string {
  const { connectionId } = value;
  const text = JSON.stringify({ ...value, until: currentTime() + seconds * 1000 });
  const sealed = `${connectionId}.${secrets.seal(connectionId, purpose, text)}`;
  return line(name, sealed, seconds, rules);
}

/** Takes a cookie back. */
export function noCookie({ name }: SealedCookie, isSecure: boolean): string {
  return line(name, '', 0, { isSecure, sameSite: 'Lax' });
}

/** What a browser kept; null: nothing, nothing any more, or nothing that was made here. */
export function openedCookie<T extends { readonly connectionId: string }>(
  secrets: Secrets,
  { name, purpose }: SealedCookie,
  cookies: string | undefined,
): T | null {
  const pair = (cookies ?? '').split(';').find((item) => item.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1) ?? '';
  const connectionId = value.slice(0, 36);
  if (!isUuid(connectionId)) return null;
  try {
    const opened = JSON.parse(secrets.open(connectionId, purpose, value.slice(37))) as T & { readonly until: number };
    return opened.until > currentTime() && opened.connectionId === connectionId ? opened : null;
  } catch {
    return null;
  }
}

function line(name: string, value: string, seconds: number, { isSecure, sameSite }: CookieRules): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${PATH}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}
