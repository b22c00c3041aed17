const KEY = 'weft-sso-state';

/** What the browser brings back from single sign-on. */
export type SsoReturn = { readonly proof: string } | { readonly refused: string };

/** Where to sign in: whoever comes back with another `state` than this tab has kept did not begin here. */
export function ssoAddress(url: string): string {
  const state = crypto.randomUUID();
  sessionStorage.setItem(KEY, state);
  const address = new URL(url, location.href);
  address.searchParams.set('state', state);
  return address.href;
}

/**
 * Takes the return out of the address, so that no reload and no copied link has it again. null: there is none, or it is of
 * somebody else, whose link would make the reader another person.
 */
export function takeSsoReturn(): SsoReturn | null {
  const given = new URLSearchParams(location.hash.slice(1));
  const proof = given.get('proof');
  const refused = given.get('refused');
  if (proof === null && refused === null) return null;
  history.replaceState(null, '', location.pathname + location.search);
  const expected = keptState();
  if (expected === null || given.get('state') !== expected) return null;
  return proof === null ? { refused: refused ?? '' } : { proof };
}

function keptState(): string | null {
  try {
    const state = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return state;
  } catch {
    return null;
  }
}
