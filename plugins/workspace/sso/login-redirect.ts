import { type HttpServer, json, type Reply, type RouteRequest } from '#http';
import type { Logger } from '#kernel';
import type { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { noAttemptCookie } from './attempt-cookie.ts';
import type { Connection, Profile } from './connection.ts';
import { linkNeeded, noConnection } from './failures.ts';
import { linkCookie, noLinkCookie, type WaitingLink } from './link-cookie.ts';
import type { SsoMembership } from './membership.ts';
import { redirect } from './redirect.ts';
import { isSecure } from './site-addresses.ts';

interface LoginRedirectParts {
  readonly membership: SsoMembership;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly workspaces: Workspaces;
  readonly secrets: Secrets;
  readonly server: HttpServer;
  readonly logger: Logger;
}

/** From what a provider has proved to a browser that is signed in, whatever the protocol. */
export class SsoLoginRedirect {
  readonly #parts: LoginRedirectParts;

  constructor(parts: LoginRedirectParts) {
    this.#parts = parts;
  }

  async complete(
    connection: Connection,
    { profile, returnTo }: { readonly profile: Profile; readonly returnTo: string },
    { headers, address }: RouteRequest,
  ): Promise<Reply> {
    const { membership, accounts, sessions, workspaces, server, logger } = this.#parts;
    // Asking the provider takes time, in which the workspace may have been deleted.
    if (workspaces.isClosed(connection.workspaceId)) throw noConnection();
    const found = await membership.accountFor(connection, profile);
    if (typeof found !== 'string') return this.#askOwner(found);
    const accountId = found;
    await accounts.update(accountId, { currentWorkspaceId: connection.workspaceId });
    const { workspaceId } = connection;
    const origin = { userAgent: headers['user-agent'] ?? '', address, workspaceId };
    const signedIn = await sessions.start(accountId, origin);
    logger.info({ connectionId: connection.id, accountId }, 'signed in over single sign-on');
    const over = [noAttemptCookie(isSecure(server)), noLinkCookie(isSecure(server))];
    return redirect(returnTo, [...sessions.cookies(signedIn), ...over]);
  }

  /** An error like any other, but for what the browser keeps: whom the owner may confirm. */
  #askOwner(waiting: WaitingLink): Reply {
    const { secrets, server } = this.#parts;
    const { wireCode: code, message } = linkNeeded();
    const cookies = [noAttemptCookie(isSecure(server)), linkCookie(secrets, waiting, isSecure(server))];
    const refusal = json(
      { code, message, status: 409 },
      { status: 409, headers: { 'Cache-Control': 'no-store' }, cookies },
    );
    // An error, which is none of the answers of a route.
    return refusal as Reply;
  }
}
