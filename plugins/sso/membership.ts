import { PlatformError } from '../../kernel/index.ts';
import type { Account, Accounts } from '../accounts/contract.ts';
import type { Members } from '../members/contract.ts';
import { domainOf } from './addresses.ts';
import type { Connection, GivenRole, Profile } from './connection.ts';
import type { IdentityStore } from './identity-store.ts';
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
   * verified and of an approved domain, and by nothing else.
   */
  async accountFor(connection: Connection, profile: Profile): Promise<string> {
    const { identities } = this.#parts;
    const role = mappedRole(connection, profile.claims);
    const known = await identities.find(connection, profile);
    if (known !== null) {
      await this.#enter(connection, known, { role, mayJoin: false });
      return known;
    }
    const email = approvedAddress(connection, profile);
    const account = await this.#account(connection, { email, name: profile.name, role });
    await this.#checkHolder(connection, account);
    const mayJoin = !(await identities.knows(connection.workspaceId, account.id));
    await this.#enter(connection, account.id, { role, mayJoin });
    await identities.insert(connection, profile, account.id);
    return account.id;
  }

  /**
   * Whoever chose a password for an address need not have it: an invitation's link reaches who invites, too. Of a member
   * it was seen to; of a stranger's account nobody knows who else holds it, and he would come in as well.
   */
  async #checkHolder({ workspaceId }: Connection, { id, email, hasPassword }: Account): Promise<void> {
    if (!hasPassword || (await this.#parts.members.find(workspaceId, id)) !== null) return;
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
