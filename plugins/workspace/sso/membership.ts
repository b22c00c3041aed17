import { PlatformError } from '#kernel';
import type { Account, Accounts } from '#plugins/accounts/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import { domainOf } from './addresses.ts';
import type { Connection, GivenRole, Profile } from './connection.ts';
import { noLink } from './failures.ts';
import type { IdentityStore, LinkedIdentity, Person } from './identity-store.ts';
import type { WaitingLink } from './link-cookie.ts';
import { mappedRole } from './role-mapping.ts';

interface MembershipParts {
  readonly identities: IdentityStore;
  readonly accounts: Accounts;
  readonly members: Members;
}

/** From what a provider has proved to an account with a place in the connection's workspace. */
export class SsoMembership {
  readonly #parts: MembershipParts;

  constructor(parts: MembershipParts) {
    this.#parts = parts;
  }

  /**
   * The account. Somebody known by issuer and subject needs no address; somebody new is known by an address that is
   * verified and of an approved domain, and by nothing else. Where the account is known as somebody else already, its
   * owner is to be asked: the provider may have given the address to another person.
   */
  async accountFor(connection: Connection, profile: Profile): Promise<string | WaitingLink> {
    const { identities } = this.#parts;
    const role = mappedRole(connection, profile.claims);
    const known = await identities.find(connection, profile);
    if (known !== null) {
      await this.#allow(connection, profile, { accountId: known, role });
      return known;
    }
    const email = approvedAddress(connection, profile);
    const account = await this.#account(connection, { email, name: profile.name, role });
    await this.#checkHolder(connection, account);
    const { issuer, subject } = profile;
    const waiting = { connectionId: connection.id, issuer, subject, accountId: account.id, role };
    const mayLink = (others: readonly LinkedIdentity[]) => isNobodyElse(others, profile);
    if (!mayLink(await identities.ofAccount(account.id))) return waiting;
    // Before anything is given: of two who come at once, the second gets nothing.
    if (!(await identities.link(connection, profile, account.id, mayLink))) return waiting;
    await this.#allow(connection, profile, { accountId: account.id, role });
    return account.id;
  }

  /**
   * Whether somebody may come as a visitor: known, or with an address that would let them sign in; not who was removed from
   * the workspace. They need no role, for they get none, and nothing is made or changed.
   */
  async checkVisitor(connection: Connection, profile: Profile): Promise<void> {
    const { identities, accounts, members } = this.#parts;
    const { workspaceId } = connection;
    const known = await identities.peek(connection, profile);
    const id = known ?? (await accounts.byEmail(approvedAddress(connection, profile)))?.id;
    if (id === undefined || (await members.find(workspaceId, id)) !== null) return;
    if (await identities.knows(workspaceId, id)) throw removed();
  }

  /** The account's owner has said that it is the same person. */
  async confirm(connection: Connection, { accountId, role, ...person }: WaitingLink): Promise<void> {
    const { identities } = this.#parts;
    if (!(await identities.link(connection, person, accountId, () => true))) throw noLink();
    await this.#allow(connection, person, { accountId, role });
  }

  /**
   * Whoever chose a password for an address need not have it: an invitation's link reaches who invites, too. No more need
   * who signs in at a service, which checked the address once. Of a member it was seen to; of a stranger's account nobody
   * knows who else holds it, and they would come in as well.
   */
  async #checkHolder({ workspaceId }: Connection, { id, email, hasPassword }: Account): Promise<void> {
    const { accounts, members } = this.#parts;
    const others = (await accounts.waysOf(id)).filter((way) => way !== 'sso');
    if (!hasPassword && others.length === 0) return;
    if ((await members.find(workspaceId, id)) !== null) return;
    const message = `There is an account with the address ${email} that is no member of this workspace; ask for an invitation, accept it with that account (its password can be reset by mail), and sign in here again.`;
    throw new PlatformError('conflict', 'sso.account_exists', message);
  }

  async #account(
    connection: Connection,
    { email, name, role }: { email: string; name: string; role: GivenRole | null },
  ): Promise<Account> {
    const { accounts } = this.#parts;
    const found = await accounts.byEmail(email);
    if (found !== null) return found;
    if (role === null) throw noRole(connection);
    try {
      return await accounts.create({ email, name, password: null });
    } catch (error) {
      // Two first sign-ins of one person at the same time.
      const other = await accounts.byEmail(email);
      if (other !== null) return other;
      throw error;
    }
  }

  /** Enters as somebody who is linked. Who may not, and has never been in as them, is linked no more. */
  async #allow(
    connection: Connection,
    person: Person,
    { accountId, role }: { accountId: string; role: GivenRole | null },
  ): Promise<void> {
    const { identities } = this.#parts;
    const mayJoin = !(await identities.knows(connection.workspaceId, accountId));
    try {
      await this.#enter(connection, accountId, { role, mayJoin });
    } catch (error) {
      await identities.unlinkNew(connection, person);
      throw error;
    }
    await identities.markEntered(connection, person);
  }

  /** Joins, or takes the role that the provider gives now. Nobody becomes owner, and no owner becomes less. */
  async #enter(
    connection: Connection,
    accountId: string,
    { role, mayJoin }: { role: GivenRole | null; mayJoin: boolean },
  ): Promise<void> {
    const { members } = this.#parts;
    const { workspaceId, roleClaim } = connection;
    const member = await members.find(workspaceId, accountId);
    if (member === null) {
      // Who came in this way before and is gone was removed, by a person: a sign-in must not undo that.
      if (!mayJoin) throw removed();
      if (role === null) throw noRole(connection);
      await members.add(workspaceId, accountId, role).catch(async (error) => {
        if ((await members.find(workspaceId, accountId)) === null) throw error;
      });
      return;
    }
    if (roleClaim === null || member.role === 'owner' || member.role === role) return;
    if (role === null) throw noRole(connection);
    await members.setRole(workspaceId, accountId, role);
  }
}

/**
 * Whether an account is known as nobody yet, or as this very person. The trust of a SAML connection, the first word of its
 * issuer, is another for each connection and key: addresses were approved for each, and the name is the same person's.
 */
function isNobodyElse(others: readonly LinkedIdentity[], { issuer, subject }: Person): boolean {
  const provider = (text: string) => text.slice(text.indexOf(' ') + 1);
  const isSame = (other: LinkedIdentity) => other.subject === subject && provider(other.issuer) === provider(issuer);
  return others.length === 0 || others.some(isSame);
}

function approvedAddress({ name, approvedDomains }: Connection, { email, isEmailVerified }: Profile): string {
  if (email === null || !isEmailVerified) {
    const message = `The identity provider of "${name}" does not say that your e-mail address is verified; verify it there, or ask its administrator.`;
    throw new PlatformError('forbidden', 'sso.unverified_address', message);
  }
  const domain = domainOf(email);
  if (domain !== '' && approvedDomains.includes(domain)) return email;
  const message = `Addresses of ${domain || 'no domain'} are not let in by "${name}"; the owner of the workspace names domains, and an operator approves them.`;
  throw new PlatformError('forbidden', 'sso.foreign_address', message);
}

function noRole({ name }: Connection): PlatformError {
  const message = `"${name}" gives you no role in the workspace; ask its owner for a group that has one, or for an invitation.`;
  return new PlatformError('forbidden', 'sso.no_role', message);
}

function removed(): PlatformError {
  const message = 'You were removed from the workspace; ask one of its admins for an invitation.';
  return new PlatformError('forbidden', 'sso.removed', message);
}
