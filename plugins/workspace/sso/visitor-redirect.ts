import type { HttpServer, Reply, RouteRequest } from '#http';
import { type Logger, PlatformError } from '#kernel';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { noAttemptCookie, type VisitAim } from './attempt-cookie.ts';
import type { Connection, Profile } from './connection.ts';
import { noConnection } from './failures.ts';
import type { SsoMembership } from './membership.ts';
import { redirect } from './redirect.ts';
import { isSecure } from './site-addresses.ts';
import type { VisitProofs } from './visit-proofs.ts';

interface VisitorRedirectParts {
  readonly membership: SsoMembership;
  readonly proofs: VisitProofs;
  readonly workspaces: Workspaces;
  readonly server: HttpServer;
  readonly logger: Logger;
}

/** From what a provider has proved to a browser at the page of an app, whatever the protocol. Nobody is signed in. */
export class SsoVisitorRedirect {
  readonly #parts: VisitorRedirectParts;

  constructor(parts: VisitorRedirectParts) {
    this.#parts = parts;
  }

  /** `prove` asks the provider; what is wrong with the person is told by the page they wanted to see. */
  async complete(
    connection: Connection,
    { aim, prove }: { readonly aim: VisitAim; readonly prove: () => Promise<Profile> },
    request: RouteRequest,
  ): Promise<Reply> {
    const { membership, proofs, workspaces, logger } = this.#parts;
    try {
      const profile = await prove();
      // Asking the provider takes time, in which the workspace may have been deleted.
      if (workspaces.isClosed(connection.workspaceId)) throw noConnection();
      await membership.checkVisitor(connection, profile);
      logger.info({ connectionId: connection.id, appId: aim.appId }, 'vouched for a visitor');
      return this.#backTo(aim, { proof: proofs.prove(connection, profile, aim.appId) }, request);
    } catch (error) {
      if (!(error instanceof PlatformError) || !isAboutThem(error)) throw error;
      logger.info({ connectionId: connection.id, code: error.code }, 'refused a visitor');
      return this.#backTo(aim, { refused: error.wireCode }, request);
    }
  }

  /** In the fragment, which no server, log or `Referer` gets to see. */
  #backTo({ appId, state }: VisitAim, facts: Readonly<Record<string, string>>, { origin }: RouteRequest): Reply {
    const { server } = this.#parts;
    const fragment = new URLSearchParams({ ...facts, ...(state !== '' && { state }) });
    const to = `${server.publicUrl('web-app', origin)}/chat/${appId}#${fragment}`;
    return redirect(to, [noAttemptCookie(isSecure(server))]);
  }
}

function isAboutThem({ kind }: PlatformError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden';
}
