import type { HttpServer, Reply, RouteRequest } from '../../http/contract.ts';
import type { Logger } from '../../kernel/index.ts';
import type { Accounts, Sessions } from '../accounts/contract.ts';
import type { Workspaces } from '../workspaces/contract.ts';
import { noAttemptCookie } from './attempt-cookie.ts';
import type { Connection, Profile } from './connection.ts';
import { noConnection } from './failures.ts';
import type { SsoMembership } from './membership.ts';
import { isSecure } from './site-addresses.ts';

interface EntranceParts {
  readonly membership: SsoMembership;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly workspaces: Workspaces;
  readonly server: HttpServer;
  readonly logger: Logger;
}

/** From what a provider has proved to a browser that is signed in, whatever the protocol. */
export class SsoEntrance {
  readonly #parts: EntranceParts;

  constructor(parts: EntranceParts) {
    this.#parts = parts;
  }

  async enter(
    connection: Connection,
    { profile, returnTo }: { readonly profile: Profile; readonly returnTo: string },
    { headers, address }: RouteRequest,
  ): Promise<Reply> {
    const { membership, accounts, sessions, workspaces, server, logger } = this.#parts;
    // Asking the provider takes time, in which the workspace may have been deleted.
    if (workspaces.isClosed(connection.workspaceId)) throw noConnection();
    const accountId = await membership.accountFor(connection, profile);
    await accounts.update(accountId, { currentWorkspaceId: connection.workspaceId });
    const signedIn = await sessions.start(accountId, { userAgent: headers['user-agent'] ?? '', address });
    logger.info({ connectionId: connection.id, accountId }, 'signed in over single sign-on');
    return redirect(returnTo, [...sessions.cookies(signedIn), noAttemptCookie(isSecure(server))]);
  }
}

export function redirect(to: string, cookies: readonly string[]): Reply {
  const headers = { Location: to, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  return { status: 303, headers, cookies, body: { kind: 'empty' } };
}
