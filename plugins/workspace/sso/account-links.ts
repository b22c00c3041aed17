import type { Sessions } from '#plugins/accounts/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { Connection } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import { linkOfOther, noLink, proofNeeded } from './failures.ts';
import type { IdentityStore, LinkedIdentity } from './identity-store.ts';
import { linkIn, type WaitingLink } from './link-cookie.ts';
import type { SsoMembership } from './membership.ts';

interface LinkParts {
  readonly identities: IdentityStore;
  readonly sessions: Sessions;
  readonly store: ConnectionStore;
  readonly membership: SsoMembership;
  readonly workspaces: Workspaces;
  readonly secrets: Secrets;
}

/** Somebody of a connection's provider. */
export interface AccountLink<T> {
  readonly connection: Connection;
  readonly person: T;
}

/** Whom an account is known as at identity providers, for its owner. */
export class AccountLinks {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** Oldest first; without those of workspaces that are closed. */
  async list(accountId: string): Promise<readonly AccountLink<LinkedIdentity>[]> {
    const found: AccountLink<LinkedIdentity>[] = [];
    for (const person of await this.#parts.identities.ofAccount(accountId)) {
      const connection = await this.#open(person.connectionId);
      if (connection !== null) found.push({ connection, person });
    }
    return found;
  }

  /** Whom a browser has proved and the account's owner is asked about; null: nobody. */
  async waiting(accountId: string, cookies: string | undefined): Promise<AccountLink<WaitingLink> | null> {
    const person = linkIn(this.#parts.secrets, cookies);
    if (person === null || person.accountId !== accountId) return null;
    const connection = await this.#open(person.connectionId);
    return connection === null || !connection.enabled ? null : { connection, person };
  }

  /** Throws `sso.no_link`, `sso.link_of_other`, `sso.proof_needed`, and what entering the workspace throws. */
  async confirm(
    { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string | null },
    cookies: string | undefined,
  ): Promise<Connection> {
    const { secrets, membership } = this.#parts;
    const kept = linkIn(secrets, cookies);
    if (kept !== null && kept.accountId !== accountId) throw linkOfOther();
    const waiting = await this.waiting(accountId, cookies);
    if (waiting === null) throw noLink();
    await this.#checkProof(accountId, sessionId);
    await membership.confirm(waiting.connection, waiting.person);
    return waiting.connection;
  }

  /** Who waits has the account's address, most likely, and so may have set a password by mail since it became another's. */
  async #checkProof(accountId: string, sessionId: string | null): Promise<void> {
    const { identities, sessions } = this.#parts;
    const [first] = await identities.ofAccount(accountId);
    if (!(await sessions.provesMoreThanMail(accountId, sessionId, first?.linkedAt ?? 0))) throw proofNeeded();
  }

  async #open(connectionId: string): Promise<Connection | null> {
    const { store, workspaces } = this.#parts;
    const connection = await store.byId(connectionId);
    return connection === null || workspaces.isClosed(connection.workspaceId) ? null : connection;
  }
}
