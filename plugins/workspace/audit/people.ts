import type { Accounts, Activity } from '#plugins/accounts/contract.ts';
import type { AccountStateChange } from '#plugins/connected-accounts/contract.ts';
import type { Membership } from '#plugins/members/contract.ts';
import type { RestoredWorkspace } from '#plugins/workspaces/contract.ts';
import type { Recorder } from './recorder.ts';

interface PeopleParts {
  readonly recorder: Recorder;
  readonly accounts: Accounts;
}

const summaries: Readonly<Record<Activity['what'], string>> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'password-reset': 'Set a new password by a link',
};

/**
 * Records what no signed-in request tells: for the person alone. A sign-in over a workspace's own identity provider is its
 * matter too.
 */
export function recordActivity({ recorder }: PeopleParts, { account, what, address, workspaceId }: Activity): void {
  const { id: accountId, email: actor } = account;
  const facts = { action: `accounts.${what}`, summary: summaries[what], targets: {}, details: {} };
  const item = { ...facts, accountId, actor, address, requestId: null, status: null };
  recorder.recordOwn(item);
  if (workspaceId !== undefined) recorder.record({ ...item, workspaceId });
}

/** Records that somebody has become a member: by an invitation, mostly, of which nothing else says when it was taken. */
export function recordJoining({ recorder, accounts }: PeopleParts, { workspaceId, accountId, role }: Membership): void {
  recorder.recordAll(async () => {
    const account = await accounts.get(accountId);
    const actor = account?.email ?? '';
    const facts = { action: 'members.joined', summary: 'Became a member', targets: { account_id: accountId, role } };
    return [{ ...facts, workspaceId, accountId, actor, address: '', details: {}, requestId: null, status: null }];
  });
}

/** Records that a deleted workspace came back: nobody is in it when that is asked for. */
export function recordRestoring({ recorder }: PeopleParts, { workspaceId, ...who }: RestoredWorkspace): void {
  const facts = { action: 'workspace-deletion.restored', summary: 'Restored the workspace', targets: {}, details: {} };
  recorder.record({ ...facts, ...who, workspaceId, requestId: null, status: null });
}

/**
 * Records that a service refuses an account of the workspace or of a member from now on: nobody asked for that. A member's is named
 * by its id alone, as their address there is their own; visitors are no matter of this log.
 */
export function recordBrokenAccount(
  { recorder, accounts }: PeopleParts,
  { workspaceId, accountId: id, owner, label, reason, state }: AccountStateChange,
): void {
  if (state !== 'broken' || owner.startsWith('end_user:')) return;
  const isShared = owner === 'workspace';
  const details = { reason: (reason ?? '').slice(0, 500), ...(isShared && { label: label.slice(0, 500) }) };
  const facts = {
    action: 'connected-accounts.broken',
    summary: 'A connected account stopped working',
    targets: { id },
    details,
  };
  recorder.recordAll(async () => {
    const accountId = isShared ? null : owner.slice('account:'.length);
    const actor = accountId === null ? '' : ((await accounts.get(accountId))?.email ?? '');
    return [{ ...facts, workspaceId, accountId, actor, address: '', requestId: null, status: null }];
  });
}
