import { type Account, type Accounts, plainEmail } from '#plugins/accounts/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { InstallationClient } from '#plugins/oauth-clients/contract.ts';
import { domainOf } from '#plugins/sso/contract.ts';
import { notInvited, unverified } from './failures.ts';
import type { IdentityStore } from './identity-store.ts';
import type { Person } from './person.ts';

interface SignInAccountParts {
  readonly identities: IdentityStore;
  readonly accounts: Accounts;
  readonly members: Members;
}

/** The account of somebody, or one that is theirs to claim: it has their address, and they prove that it is theirs. */
export type FoundAccount =
  | { readonly is: 'account'; readonly account: Account }
  | { readonly is: 'waiting'; readonly account: Account };

/** From what a service has proved to an account. */
export class SignInAccounts {
  readonly #parts: SignInAccountParts;

  constructor(parts: SignInAccountParts) {
    this.#parts = parts;
  }

  /**
   * Somebody known by issuer and subject needs no address. Somebody new needs one that the service has verified; an account
   * that has it is never given to them, whatever the service says: they sign in to it once. Where there is none, it is made
   * for those who may have one. `invitation`: a secret that was opened in their browser.
   */
  async accountFor(
    client: InstallationClient,
    person: Person,
    { invitation, language }: { readonly invitation: string | undefined; readonly language: string },
  ): Promise<FoundAccount> {
    const { identities, accounts } = this.#parts;
    const known = await this.#known(person);
    if (known !== null) return { is: 'account', account: known };
    if (person.email === null || !person.isVerified) throw unverified();
    const email = plainEmail(person.email);
    const found = await accounts.byEmail(email);
    if (found !== null) return { is: 'waiting', account: found };
    if (!(await this.#mayBegin(client, { ...person, email }, invitation))) throw notInvited();
    const made = await accounts
      .create({ email, name: person.name, language, password: null })
      .catch(async (error: unknown) => {
        // Two first sign-ins at the same time: the second finds what the first has made.
        if ((await accounts.byEmail(email)) === null) throw error;
        return null;
      });
    if (made !== null && (await identities.link(person, made.id))) return { is: 'account', account: made };
    const account = (await this.#known(person)) ?? null;
    if (account !== null) return { is: 'account', account };
    const other = await accounts.byEmail(email);
    if (other === null) throw notInvited();
    return { is: 'waiting', account: other };
  }

  async #known(person: Person): Promise<Account | null> {
    const { identities, accounts } = this.#parts;
    const accountId = await identities.seen(person);
    return accountId === null ? null : accounts.get(accountId);
  }

  /**
   * Whoever opened the link of an invitation reads the mails of its address. Without it, and for the domains that an operator
   * has approved, Google must speak for the address: it checked it once, maybe of somebody who has left since.
   */
  async #mayBegin(
    { provider, domains }: InstallationClient,
    { email, isTheirs }: Person & { readonly email: string },
    invitation: string | undefined,
  ): Promise<boolean> {
    const { accounts, members } = this.#parts;
    if (accounts.isOpen) return true;
    if (invitation !== undefined && (await members.invitedBy(invitation))?.email === email) return true;
    if (provider === 'google' && !isTheirs) return false;
    return domains.includes(domainOf(email)) || members.isInvited(email);
  }
}
