import { call } from './console-api.ts';
import { tellEnded } from './session-end.ts';

/** Ends the session, here and in all tabs, and goes to the entrance. */
export async function signOut(): Promise<void> {
  // Over or not: the cookies go, and what the page knew goes with it.
  await call.delete('/console/api/sessions/current').catch(() => {});
  tellEnded();
  location.assign('/sign-in');
}
