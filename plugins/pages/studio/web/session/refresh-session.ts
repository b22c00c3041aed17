import { OfflineError } from '#plugins/ui/web/contract.ts';
import type { SessionData } from './session-data.ts';

/** One at a time over all tabs: who waited finds the cookie renewed. */
const LOCK = 'weft-session';

/**
 * Renews the session by its cookie; null: it is over. It may be another than that of the page, where somebody has signed in in
 * another tab. Asks for no tokens: cookies hold them, where no script sees them. A server that can't be reached has ended nothing:
 * `OfflineError`.
 */
export async function refreshSession(): Promise<Pick<SessionData, 'csrf_token' | 'account'> | null> {
  const renew = async () => {
    const answer = await fetch('/console/api/sessions/refresh', { method: 'POST' }).catch((cause) => {
      throw new OfflineError('The server could not be reached.', { cause });
    });
    if (answer.status >= 500) throw new OfflineError('The server could not be reached.');
    return answer.ok ? answer.json() : null;
  };
  return 'locks' in navigator ? navigator.locks.request(LOCK, renew) : renew();
}
