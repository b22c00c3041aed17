import type { SessionData } from './session-data.ts';

/** One at a time over all tabs: who waited finds the cookie renewed. */
const LOCK = 'weft-session';

/**
 * Renews the session by its cookie; null: it is over. It may be another than that of the page, where somebody has signed in in
 * another tab. Asks for no tokens: cookies hold them, where no script sees them.
 */
export async function refreshSession(): Promise<Pick<SessionData, 'csrf_token' | 'account'> | null> {
  const renew = async () => {
    const answer = await fetch('/console/api/sessions/refresh', { method: 'POST' });
    return answer.ok ? answer.json() : null;
  };
  try {
    return 'locks' in navigator ? await navigator.locks.request(LOCK, renew) : await renew();
  } catch {
    return null;
  }
}
