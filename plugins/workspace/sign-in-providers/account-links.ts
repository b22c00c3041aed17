import type { RouteRequest } from '#http';
import type { AccountNotice, Accounts, Sessions } from '#plugins/accounts/contract.ts';
import type { OAuthClients } from '#plugins/oauth-clients/contract.ts';
import type { SignInCookies, WaitingLink } from './cookies.ts';
import { lastWay, linkedToOther, noLink, proofNeeded, signInOver } from './failures.ts';
import type { IdentityStore, LinkedIdentity } from './identity-store.ts';
import type { Person } from './person.ts';

/** What this plugin is called among the ways to sign in. */
export const WAY = 'sign-in-providers';

interface LinkParts {
  readonly identities: IdentityStore;
  readonly clients: OAuthClients;
  readonly cookies: SignInCookies;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  noticed(notice: AccountNotice): void;
}

/** Who somebody is who changes how their account is signed in to. */
export interface Owner {
  readonly accountId: string;
  readonly sessionId: string | null;
}

/** Who an account is at services, for its owner. */
export class AccountLinks {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  list(accountId: string): Promise<readonly LinkedIdentity[]> {
    return this.#parts.identities.ofAccount(accountId);
  }

  /** Those whose services are set up: by the others nobody gets in. */
  async usable(accountId: string): Promise<readonly LinkedIdentity[]> {
    const found = await this.list(accountId);
    if (found.length === 0) return found;
    const clients = await this.#parts.clients.list();
    return found.filter(({ provider }) => clients.some((client) => client.provider === provider));
  }

  /** Whom a browser has proved and the owner is asked about; null: nobody. */
  waiting(accountId: string, cookies: string | undefined): WaitingLink | null {
    const person = this.#parts.cookies.linkIn(cookies);
    return person?.accountId === accountId ? person : null;
  }

  /** The owner has signed in beside it and says that it is they. Throws `.no_link`, `.proof_needed`, `.linked_elsewhere`. */
  async confirm({ accountId, sessionId }: Owner, { headers, address }: RouteRequest): Promise<WaitingLink> {
    const { accounts, sessions } = this.#parts;
    const person = this.waiting(accountId, headers.cookie);
    const account = await accounts.get(accountId);
    if (person === null || account === null) throw noLink();
    // Who has the address now may have set a password by mail; where the account is somebody's otherwise, that is no proof.
    const isHeld = (await accounts.waysOf(accountId)).length > 0;
    if (isHeld && !(await sessions.provesMoreThanMail(accountId, sessionId, account.createdAt))) throw proofNeeded();
    await this.#link({ ...person, provider: person.owner }, accountId, address);
    return person;
  }

  /** Who was asked to link came back, in a browser that is still signed in to the account. */
  async link(person: Person, accountId: string, { headers, address }: RouteRequest): Promise<void> {
    const caller = await this.#parts.sessions.caller({ method: 'GET', headers } as RouteRequest);
    if (caller?.account.id !== accountId || caller.sessionId === null) throw signInOver();
    await this.#link(person, accountId, address);
  }

  /** Throws `.no_link`, and `.last_way` where nobody could sign in any more. */
  async unlink(accountId: string, provider: string, address: string): Promise<void> {
    const { identities, accounts, noticed } = this.#parts;
    const account = await accounts.get(accountId);
    const own = await this.list(accountId);
    if (account === null || !own.some((each) => each.provider === provider)) throw noLink();
    const others = (await this.usable(accountId)).filter((each) => each.provider !== provider);
    const elsewhere = (await accounts.waysOf(accountId)).filter((way) => way !== WAY);
    if (!account.hasPassword && others.length + elsewhere.length === 0) throw lastWay();
    if (!(await identities.unlink(accountId, provider))) throw noLink();
    noticed({ accountId, what: 'sign-in-unlinked', address });
  }

  async #link(
    person: Pick<Person, 'provider' | 'issuer' | 'subject' | 'email'>,
    accountId: string,
    address: string,
  ): Promise<void> {
    const { identities, noticed } = this.#parts;
    if (await identities.link(person, accountId)) {
      noticed({ accountId, what: 'sign-in-linked', address });
      return;
    }
    if ((await identities.find(person)) !== accountId) throw linkedToOther();
  }
}
