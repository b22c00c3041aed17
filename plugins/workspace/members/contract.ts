/** Members: which accounts belong to a workspace, and as what. */
import { eventName, token } from '#kernel';
import type { Role } from './roles.ts';

/** Roles and what they may do (specification, roles and permissions). */
export { lackingPermissions, listPermissions, mayKey, mayRole, type Role, roles } from './roles.ts';

/** An account in a workspace. */
export interface Membership {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number;
}

/** Who belongs where. What changes counts in every process within a second, for open streams too. */
export interface Members {
  /** null: does not belong to it. */
  find(workspaceId: string, accountId: string): Promise<Membership | null>;
  /** Oldest first. */
  list(workspaceId: string): Promise<readonly Membership[]>;
  /** Of an account, oldest first. */
  workspacesOf(accountId: string): Promise<readonly Membership[]>;
  /** Whether some open workspace has invited an address, in one spelling (`plainEmail`), and still waits. */
  isInvited(email: string): Promise<boolean>;
  /** Whom the secret of an invitation's link is for; null: it was accepted, revoked, or is over. */
  invitedBy(secret: string): Promise<{ readonly email: string } | null>;
  /**
   * Throws `members.already_a_member`; `members.owned` when the role is owner and there is one; `workspaces.plan_limit`
   * when the plan allows no more.
   */
  add(workspaceId: string, accountId: string, role: Role): Promise<Membership>;
  /** Not to owner, which is given by transfer. Throws `members.no_member`, and `members.owned` for the owner. */
  setRole(workspaceId: string, accountId: string, role: Role): Promise<Membership>;
}

/** Emitted in the process where it happened: somebody has become a member, by whatever way. */
export const MemberJoined = eventName<Membership>('members.member-joined');

/** A workspace went from one of its members to another. */
export interface OwnershipMove {
  readonly workspaceId: string;
  /** Accounts. */
  readonly from: string;
  readonly to: string;
}

/** Emitted in the process where it happened. */
export const OwnershipMoved = eventName<OwnershipMove>('members.ownership-moved');

/** Setting a new installation up. */
export interface Setup {
  /** The code that makes the first owner (`POST /console/api/setup`); null: there is an owner, or no workspace yet. */
  code(): Promise<string | null>;
}

/** The service of setting up. */
export const Setup = token<Setup>('members.setup');

/** The members service. */
export const Members = token<Members>('members.members');
