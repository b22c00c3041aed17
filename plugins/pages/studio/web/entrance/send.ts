import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { callsOf, createApi } from '#plugins/ui/web/contract.ts';

/** Calls of who has not signed in yet: nothing renews what they lack, and what is refused is told. */
const api = createApi({
  url: '',
  token: () => pageData.session?.csrf_token ?? '',
  renew: async () => null,
  identify(request, secret) {
    if (secret !== '') request.headers.set('x-csrf-token', secret);
  },
});

/** Typed by the routes, as `call` is for who has signed in. */
export const entrance = callsOf(api);

/**
 * Goes in with a password that was set a moment ago; false: one goes in another way (single sign-on, a second factor), which the entrance
 * asks for.
 */
export async function goIn(email: string, password: string): Promise<boolean> {
  try {
    await entrance.post('/console/api/sessions', { body: { email, password } });
  } catch {
    return false;
  }
  location.assign('/apps');
  return true;
}

/** The secret of a link: what stands behind `#`, which no server and no other site sees. It leaves the address at once. */
export function takeSecret(pattern: RegExp): string | null {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return pattern.test(secret) ? secret : null;
}

/** Where one wanted to go before one was asked to sign in; only a path of this server. */
export function returnAddress(): string {
  const wanted = new URLSearchParams(location.search).get('return_to');
  const path = wanted ?? (location.pathname === '/sign-in' ? '/apps' : location.pathname + location.search);
  // `//host` and `/\host` lead elsewhere.
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in') ? path : '/apps';
}
