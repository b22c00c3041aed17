import type { Authenticator } from '#http';
import { PlatformError } from '#kernel';
import { AccountAccess, type AccountCaller, type Sessions } from './contract.ts';
import { keyRefusal } from './key-refusal.ts';

/** What only the person may do, and no program with a key of theirs. */
const OWN = 'account.manage';

/** Lets in who is signed in, or has a personal key. */
export function accountAuthenticator(sessions: Sessions): Authenticator {
  return {
    id: AccountAccess.authenticator,
    async authenticate(request): Promise<AccountCaller> {
      const identity = await sessions.caller(request);
      if (identity === null) {
        const message = 'Sign in, and send the access token in the header `Authorization: Bearer <token>`.';
        throw new PlatformError('unauthenticated', 'accounts.unauthorized', message);
      }
      const { account, sessionId, ended, permissions } = identity;
      const can = (permission: string) =>
        permission === OWN ? sessionId !== null : permissions === null || permissions.has(permission);
      const whyNot = (permission: string) => keyRefusal(permission !== OWN);
      return { workspaceId: null, account, sessionId, ended: () => ended, can, whyNot };
    },
    isCached: (request) => sessions.isCached(request),
  };
}
