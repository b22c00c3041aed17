import { unixSeconds } from '#http';
import { type Account, avatarUrl } from '#plugins/accounts/contract.ts';
import type { Workspace } from '#plugins/workspaces/contract.ts';
import type { Membership } from './contract.ts';
import type { Invitation } from './invitation-store.ts';
import { listPermissions } from './roles.ts';
export function memberItem({ accountId, role, joinedAt }: Membership, account: Account | undefined) {
  return {
    account_id: accountId,
    email: account?.email ?? '',
    name: account?.name ?? '',
    avatar_url: account === undefined ? null : avatarUrl(account),
    role,
    joined_at: unixSeconds(joinedAt),
  };
}

/** `currentId`: where requests go that name no workspace; never a deleted one. */
export function myWorkspaceItem(workspace: Workspace, { role }: Membership, currentId: string | null) {
  return {
    id: workspace.id,
    name: workspace.name,
    description: workspace.description,
    role,
    permissions: listPermissions(role),
    is_current: currentId === workspace.id,
    deleted_at: workspace.deletion === null ? null : unixSeconds(workspace.deletion.requestedAt),
    purge_at: workspace.deletion === null ? null : unixSeconds(workspace.deletion.purgeAt),
  };
}

export function invitationItem(invitation: Invitation) {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    created_at: unixSeconds(invitation.createdAt),
    expires_at: unixSeconds(invitation.expiresAt),
  };
}
