import { timingSafeEqual } from 'node:crypto';

export const ROOT = '/console/api/connected-accounts';
/** The same for visitors of web apps. */
export const VISITOR_ROOT = '/web/api/connected-accounts';
const COOKIE = 'weft_connect';
const SECONDS = 600;

/** Has the browser that begins remember it: what others began can't be ended here. "": forgets it. */
export function stateCookie(state: string, isSecure: boolean, root: string = ROOT): string {
  const age = state === '' ? 0 : SECONDS;
  return `${COOKIE}=${state}; Path=${root}; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? '; Secure' : ''}`;
}

/** The state of what this browser has begun; "": nothing. */
export function cookieState(cookies: string | undefined): string {
  const pair = (cookies ?? '').split(';').find((item) => item.trim().startsWith(`${COOKIE}=`));
  return pair?.trim().slice(COOKIE.length + 1) ?? '';
}

/** Whether this browser began what comes back. */
export function isBegunHere(cookies: string | undefined, state: string): boolean {
  const [kept, given] = [Buffer.from(cookieState(cookies)), Buffer.from(state)];
  return state !== '' && kept.length === given.length && timingSafeEqual(kept, given);
}
