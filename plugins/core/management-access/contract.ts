/** Who may call the routes under `/console/api`, and what for: their access, permissions, and ways to be known. */
import { type Access, type AuthenticationRequest, access, type Principal } from '#http';
import { type Contribution, extensionPoint } from '#kernel';

/**
 * What may be done in a workspace; who may do it is data (`plugins/workspace/members`, specification, roles and permissions).
 * `installation.manage` is for whoever runs the server: no role has it.
 */
export const permissionNames = [
  'apps.edit',
  'apps.use',
  'billing.manage',
  'installation.manage',
  'knowledge.manage',
  'logs.view',
  'members.manage',
  'plugins.install',
  'providers.manage',
  'workspace.leave',
  'workspace.manage',
  'workspace.own',
] as const;

/**
 * What a personal key may be limited to: permissions of the routes that take a key. Those that take their person themselves or
 * whoever runs the server are not among them, nor are those that no route asks for yet.
 */
export const keyScopes = [
  'apps.edit',
  'apps.use',
  'billing.manage',
  'knowledge.manage',
  'logs.view',
  'members.manage',
  'plugins.install',
  'providers.manage',
  'workspace.manage',
] as const satisfies readonly (typeof permissionNames)[number][];

/** One of `permissionNames`. */
export type Permission = (typeof permissionNames)[number];

/**
 * Who manages a workspace: a person with a role in it, a program with a key of theirs, or whoever holds the installation's
 * management token (`<home>/management-token`, mode 0600), who may do everything.
 */
export interface ManagementCaller extends Principal {
  /** Named by `X-Workspace-Id`, else the caller's current one. */
  readonly workspaceId: string;
  /** null: the management token. */
  readonly accountId: string | null;
  /** The session of somebody who is signed in; null: a personal key, or the management token. */
  readonly sessionId: string | null;
  /** For records of who did what. */
  readonly name: string;
  /** As others see them who work in the same place: a person's own name, where they have one. */
  readonly shownName: string;
  can(permission: string): boolean;
}

/** Whose name stands with what a caller makes; nobody's where it is the management token. */
export function authorOf({ accountId, shownName }: ManagementCaller): { readonly authorName?: string } {
  return accountId === null ? {} : { authorName: shownName };
}

/**
 * Access of the routes under `/console/api` that are about a workspace. Each names a `Permission`; a route without one
 * is a defect that a test finds.
 */
export const ManagementAccess: Access<ManagementCaller> = access<ManagementCaller>('management');

/**
 * One way to be known to the management API: the management token, sessions, personal keys. A request is known by one at
 * most: each looks for secrets of its own form, so none comes before another.
 */
export interface ManagementCredential extends Contribution {
  /**
   * Who is calling; null: not with a credential of this kind. Throws `forbidden` for somebody who is known and may not
   * use this workspace.
   */
  find(request: AuthenticationRequest): Promise<ManagementCaller | null>;
  /** True for a caller who is known from memory (`Authenticator.isCached`). */
  isCached(request: AuthenticationRequest): boolean;
}

/** Contribute here how people are known. */
export const ManagementCredentials = extensionPoint<ManagementCredential>('management-access.credentials');
