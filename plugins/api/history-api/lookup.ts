import { isUuid, PlatformError } from '#kernel';
import { type AppCaller, invalidParameter, optionalUser, userKind } from '#plugins/app-access/contract.ts';
import type { ConversationOwner } from '#plugins/conversations/contract.ts';
import type { EndUser, EndUsers } from '#plugins/end-users/contract.ts';

interface Named {
  readonly endUsers: EndUsers;
}

/** The end user a session id stands for. */
export function userOf({ endUsers }: Named, caller: AppCaller, sessionId: string): EndUser {
  const { workspaceId, app } = caller;
  return endUsers.identify({ workspaceId, appId: app.id, type: userKind(caller), sessionId }).user;
}

/** Whose objects a caller may see: those of the app and of the `user` in a body (read from `text`) or query (runtime API, end user). */
export function ownerOf(parts: Named, principal: AppCaller, container: unknown, text = ''): ConversationOwner {
  const user = userOf(parts, principal, optionalUser(principal, container, text));
  return { workspaceId: principal.workspaceId, appId: principal.app.id, endUserId: user.id };
}

/** An id that pages or selects; an empty one counts as absent. */
export function cursor(value: unknown, field: string): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !isUuid(value)) throw invalidParameter(`${field} must be a UUID`, field);
  return value.toLowerCase();
}

export function notFound(what: string, id: string): PlatformError {
  return new PlatformError('not-found', 'history-api.not_found', `There is no ${what} ${id}.`);
}
