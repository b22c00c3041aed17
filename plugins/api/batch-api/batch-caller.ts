import { PlatformError } from '#kernel';
import { type AppCaller, callerUser, requireMode } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { BatchOwner } from '#plugins/batches/contract.ts';
import type { AppRunRequest } from '#plugins/delivery-api/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';

/** Apps that answer a row with one result. */
export function requireRows(caller: AppCaller): void {
  requireMode(caller, caller.app.mode === 'completion' ? 'completion' : 'workflow');
}

/** Whose batches a request is about. `container`: what may name the user. */
export function batchOwner(endUsers: EndUsers, caller: AppCaller, container: unknown, text = ''): BatchOwner {
  const { workspaceId, app } = caller;
  const { user } = endUsers.identify({ workspaceId, appId: app.id, ...callerUser(caller, container, text) });
  return { workspaceId, appId: app.id, endUserId: user.id };
}

/** How rows of the caller's are run. Throws for an app that was never published. */
export function rowRequest(caller: AppCaller, container: unknown): Omit<AppRunRequest, 'inputs'> {
  return {
    caller: { ...caller, version: publishedVersion(caller) },
    user: callerUser(caller, container),
  };
}

export function publishedVersion({ app, version }: AppCaller): PublishedVersion {
  if (version !== null) return version;
  const message = `'${app.name}' has no published version; publish it first.`;
  throw new PlatformError('invalid', 'delivery-api.app_unavailable', message);
}
