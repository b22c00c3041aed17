import { pageData } from './page-data.ts';
import { refreshSession } from './refresh-session.ts';

/** Where tabs tell each other: `ended`, `begun`. */
export const SESSION_CHANNEL = 'weft-session';

/** Where the session of the page stands. `other`: who has signed in in its place, in another tab. */
export interface SessionEnd {
  readonly isOver: boolean;
  readonly other: { readonly id: string; readonly email: string } | null;
}

const going: SessionEnd = { isOver: false, other: null };
const own = pageData.session;
const listeners = new Set<() => void>();
/** Calls that were refused: each is sent again once the same person has signed in. */
const waiting = new Set<(secret: string) => void>();
let state = going;
let secret = own?.csrf_token ?? '';

// Tabs tell each other: where one ends the session, all are over at once, and where one begins it again, all go on.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SESSION_CHANNEL);
if (own !== null && channel !== null) {
  channel.addEventListener('message', ({ data }) => {
    if (data === 'ended') change({ isOver: true, other: null });
    if (data === 'begun' && state.isOver) void askAgain().catch(() => {});
  });
  channel.postMessage('begun');
}

/** The secret of the session as it is now; another once somebody has signed in again. */
export const sessionSecret = () => secret;

/** For `useSyncExternalStore`. */
export function watchSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sessionEnd = () => state;

/** Says in all tabs that the session was ended here. */
export function tellEnded(): void {
  channel?.postMessage('ended');
}

/** Says in all tabs that somebody has signed in here, and goes on where that is who the page is of. */
export async function goOn(): Promise<void> {
  await askAgain();
  channel?.postMessage('begun');
}

/**
 * The secret that takes the place of one that was refused. Where the session is over, it comes once the same person has signed in again,
 * here or in another tab: what a page shows of one person is not sent in the name of another.
 */
export async function renewedSecret(): Promise<string | null> {
  // Nobody was signed in when the page was opened.
  if (own === null) return null;
  return (await askAgain()) ?? new Promise<string>((resolve) => waiting.add(resolve));
}

/** null: nobody is signed in, or somebody else. */
async function askAgain(): Promise<string | null> {
  const renewed = await refreshSession();
  if (renewed === null || renewed.account.id !== own?.account.id) {
    change({ isOver: true, other: renewed?.account ?? null });
    return null;
  }
  secret = renewed.csrf_token;
  for (const goes of waiting) goes(secret);
  waiting.clear();
  change(going);
  return secret;
}

function change(next: SessionEnd): void {
  state = next;
  for (const listener of listeners) listener();
}
