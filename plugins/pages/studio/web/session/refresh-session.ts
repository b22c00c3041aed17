/** One at a time over all tabs: who waited finds the cookie renewed. */
const LOCK = 'weft-session';

/**
 * Renews the session by its cookie; false: it is over. The secret of the page stays what it is, for it belongs to the session. Asks for
 * no tokens: cookies hold them, where no script sees them.
 */
export async function refreshSession(): Promise<boolean> {
  const renew = async () => {
    const answer = await fetch('/console/api/sessions/refresh', { method: 'POST' });
    return answer.ok;
  };
  try {
    return 'locks' in navigator ? await navigator.locks.request(LOCK, renew) : await renew();
  } catch {
    return false;
  }
}
