import { currentTime, newId, PlatformError } from '#kernel';
import { type Account, type Accounts, plainEmail } from '#plugins/accounts/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { roomOf, type Workspaces } from '#plugins/workspaces/contract.ts';
import type { Members, Membership, OwnershipMove } from './contract.ts';
import type { Invitation, InvitationStore, Inviter } from './invitation-store.ts';
import type { MemberStore } from './member-store.ts';
import type { Role } from './roles.ts';

const INVITATION_DAYS = 7;
const INVITATIONS = 200;

interface MemberParts {
  readonly store: MemberStore;
  readonly invitations: InvitationStore;
  readonly accounts: Accounts;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
  /** Tells every process that somebody's place in a workspace changed. */
  tell(workspaceId: string, accountId: string): Promise<void>;
  /** For records. */
  joined(membership: Membership): void;
  /** For who tells people. */
  moved(move: OwnershipMove): void;
}

/** Members and invitations. */
export class MembersService implements Members {
  readonly #parts: MemberParts;

  constructor(parts: MemberParts) {
    this.#parts = parts;
  }

  find(workspaceId: string, accountId: string) {
    return this.#parts.store.find(workspaceId, accountId);
  }

  list(workspaceId: string) {
    return this.#parts.store.list(workspaceId);
  }

  workspacesOf(accountId: string) {
    return this.#parts.store.ofAccount(accountId);
  }

  async add(workspaceId: string, accountId: string, role: Role): Promise<Membership> {
    return this.#join({ workspaceId, accountId, role });
  }

  /** `invitation`: the hash of the one that is used up. */
  async #join(place: Pick<Membership, 'workspaceId' | 'accountId' | 'role'>, invitation?: string): Promise<Membership> {
    const { store } = this.#parts;
    const { workspaceId, accountId } = place;
    const membership = await store.insert(place, await this.#room(workspaceId), invitation);
    if (membership === 'no-invitation') throw noInvitation();
    if (membership === null) {
      if ((await store.find(workspaceId, accountId)) === null) {
        throw new PlatformError('conflict', 'members.owned', 'The workspace has an owner; ownership is transferred.');
      }
      throw new PlatformError('conflict', 'members.already_a_member', 'The account belongs to the workspace already.');
    }
    this.#parts.joined(membership);
    await this.#parts.tell(workspaceId, accountId);
    return membership;
  }

  /** Throws `members.no_member`: for the owner too, whose role goes by transfer. */
  async setRole(workspaceId: string, accountId: string, role: Role): Promise<Membership> {
    const membership = await this.#parts.store.setRole(workspaceId, accountId, role);
    if (membership === null) throw await this.#noMember(workspaceId, accountId);
    await this.#parts.tell(workspaceId, accountId);
    return membership;
  }

  async remove(workspaceId: string, accountId: string): Promise<void> {
    const isRemoved = await this.#parts.store.remove(workspaceId, accountId);
    if (!isRemoved) throw await this.#noMember(workspaceId, accountId);
    await this.#parts.tell(workspaceId, accountId);
  }

  /** The old owner becomes an admin. */
  async transfer(workspaceId: string, from: string, to: string): Promise<void> {
    if (!(await this.#parts.store.transfer(workspaceId, from, to))) throw noMember();
    this.#parts.moved({ workspaceId, from, to });
    await this.#parts.tell(workspaceId, from);
    await this.#parts.tell(workspaceId, to);
  }

  /** The secret of the link is returned once. Throws `members.already_a_member`, `members.too_many_invitations`. */
  async invite(
    workspaceId: string,
    values: { readonly email: string; readonly role: Role; readonly inviter: Inviter },
  ): Promise<{ readonly invitation: Invitation; readonly secret: string }> {
    const { accounts, invitations, store, secrets } = this.#parts;
    const email = plainEmail(values.email);
    const account = await accounts.byEmail(email);
    if (account !== null && (await store.find(workspaceId, account.id)) !== null) {
      throw new PlatformError('conflict', 'members.already_a_member', `${email} belongs to the workspace already.`);
    }
    if ((await invitations.count(workspaceId)) >= INVITATIONS) {
      const message = `There are ${INVITATIONS} open invitations; revoke some.`;
      throw new PlatformError('conflict', 'members.too_many_invitations', message);
    }
    const secret = `inv-${secrets.token(40)}`;
    const asked = {
      id: newId(),
      workspaceId,
      email,
      role: values.role,
      hash: secrets.hash(secret),
      expiresAt: endOfInvitation(),
    };
    const invitation = await invitations.put(values.inviter, asked, await this.#room(workspaceId));
    if (invitation === null) throw mayNotInvite();
    return { invitation, secret };
  }

  /** A new link; the old one is over. */
  async renewInvitation(workspaceId: string, id: string, inviter: Inviter) {
    const { invitations, secrets } = this.#parts;
    const secret = `inv-${secrets.token(40)}`;
    const invitation = await invitations.renew(inviter, {
      workspaceId,
      id,
      hash: secrets.hash(secret),
      expiresAt: endOfInvitation(),
    });
    if (invitation === null) throw noInvitation();
    return { invitation, secret };
  }

  invitations(workspaceId: string) {
    return this.#parts.invitations.list(workspaceId);
  }

  async revokeInvitation(workspaceId: string, id: string): Promise<void> {
    if (!(await this.#parts.invitations.remove(workspaceId, id))) throw noInvitation();
  }

  async isInvited(email: string): Promise<boolean> {
    const places = await this.#parts.invitations.workspacesThatInvite(email);
    return places.some((workspaceId) => !this.#parts.workspaces.isClosed(workspaceId));
  }

  async invitedBy(secret: string): Promise<Invitation | null> {
    const invitation = await this.#parts.invitations.bySecret(this.#parts.secrets.hash(secret));
    return invitation === null || this.#parts.workspaces.isClosed(invitation.workspaceId) ? null : invitation;
  }

  /** What a link leads to. Throws `members.no_invitation`. */
  async invitation(secret: string): Promise<Invitation> {
    const invitation = await this.invitedBy(secret);
    if (invitation === null) throw noInvitation();
    return invitation;
  }

  /** Throws `workspaces.plan_limit` when nobody could join now. */
  async requireRoom(workspaceId: string): Promise<void> {
    const room = await this.#room(workspaceId);
    if (room === null) return;
    const used = await this.#parts.store.count(workspaceId);
    if (used >= room.limit) throw room.refusal(used);
  }

  /** Joins; the link is good once, and for the account with its address only. */
  async accept(secret: string, account: Account): Promise<Membership> {
    const invitation = await this.invitation(secret);
    if (invitation.email !== account.email) {
      const message = 'The invitation is for another address; sign in with that one.';
      throw new PlatformError('forbidden', 'members.other_address', message);
    }
    const { secrets, accounts } = this.#parts;
    const { workspaceId, role } = invitation;
    const membership = await this.#join({ workspaceId, accountId: account.id, role }, secrets.hash(secret));
    await accounts.update(account.id, { currentWorkspaceId: invitation.workspaceId });
    return membership;
  }

  async #room(workspaceId: string) {
    return roomOf(await this.#parts.workspaces.planOf(workspaceId), 'members');
  }

  async #noMember(workspaceId: string, accountId: string): Promise<PlatformError> {
    const membership = await this.#parts.store.find(workspaceId, accountId);
    if (membership?.role !== 'owner') return noMember();
    const message = "The owner's place goes by transfer; POST /console/api/workspace/transfer first.";
    return new PlatformError('conflict', 'members.owned', message);
  }
}

function endOfInvitation(): number {
  return currentTime() + INVITATION_DAYS * 86_400_000;
}

function noMember(): PlatformError {
  return new PlatformError('not-found', 'members.no_member', 'The workspace has no such member.');
}

function mayNotInvite(): PlatformError {
  const message = 'You may not invite to this workspace any more; ask its owner.';
  return new PlatformError('forbidden', 'members.not_a_member', message);
}

function noInvitation(): PlatformError {
  const message = 'The invitation was accepted, revoked or has expired; ask for a new one.';
  return new PlatformError('not-found', 'members.no_invitation', message);
}
