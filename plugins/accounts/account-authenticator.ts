import type { Authenticator } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import { AccountAccess, type AccountCaller, type Sessions } from './contract.ts';

/** What only the person may do, and no program with a key of his. */
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
      return { workspaceId: null, account, sessionId, ended, can };
    },
    recognizes: (request) => sessions.recognizes(request),
  };
}
