import type { SignedIn } from './contract.ts';

const SESSION = 'weft_session';
const REFRESH = 'weft_refresh';
/** Where the refresh token is of use; browsers send it nowhere else. */
const REFRESH_PATH = '/console/api/sessions';

/**
 * Cookies of a browser that signed in. No script reads them, no other site sends the first one along with a change
 * (`SameSite=Lax`, and `X-CSRF-Token` on top), and nothing of them goes over plain HTTP where the console is on HTTPS.
 */
export function sessionCookies(signedIn: SignedIn, options: { isSecure: boolean; days: number }): string[] {
  const secure = options.isSecure ? '; Secure' : '';
  const refreshAge = options.days * 86_400;
  return [
    `${SESSION}=${signedIn.accessToken}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${signedIn.expiresIn}${secure}`,
    `${REFRESH}=${signedIn.refreshToken}; Path=${REFRESH_PATH}; HttpOnly; SameSite=Strict; Max-Age=${refreshAge}${secure}`,
  ];
}

/** Takes both back. */
export function noCookies(isSecure: boolean): string[] {
  const secure = isSecure ? '; Secure' : '';
  return [
    `${SESSION}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`,
    `${REFRESH}=; Path=${REFRESH_PATH}; HttpOnly; SameSite=Strict; Max-Age=0${secure}`,
  ];
}

/** The access token among a request's cookies. */
export function sessionCookie(header: string | undefined): string | null {
  return cookie(header, SESSION);
}

/** The refresh token among a request's cookies. */
export function refreshCookie(header: string | undefined): string | null {
  return cookie(header, REFRESH);
}

/** The first of a name counts: browsers send that of the longest path first. */
function cookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
