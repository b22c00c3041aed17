import type { AuthenticationRequest } from '#http';
import { isUuid, PlatformError } from '#kernel';
import { endedByAny, type Identity, keyRefusal, type Sessions } from '#plugins/accounts/contract.ts';
import type { ManagementCaller, ManagementCredential } from '#plugins/management-access/contract.ts';
import type { CurrentWorkspace } from './current-workspace.ts';
import type { MemberCache } from './member-cache.ts';
import type { MemberEndings } from './member-endings.ts';
import type { MemberStore } from './member-store.ts';
import { mayKey, mayRole, type Role, refusalOf } from './roles.ts';

interface CredentialParts {
  readonly sessions: Sessions;
  readonly cache: MemberCache;
  readonly store: MemberStore;
  readonly current: CurrentWorkspace;
}

/** Makes of somebody who is signed in a caller in a workspace of theirs, with their role there. */
export function memberCredential({ sessions, cache, store, current }: CredentialParts): ManagementCredential {
  /** Named by the request, else their current one; when all are closed the first, which says that it is. */
  async function workspaceOf({ headers }: AuthenticationRequest, { account }: Identity): Promise<string | null> {
    const named = headers['x-workspace-id'];
    if (named !== undefined) return isUuid(named) ? named.toLowerCase() : null;
    return (await current.of(account)) ?? (await store.ofAccount(account.id))[0]?.workspaceId ?? null;
  }

  return {
    id: 'members.session',
    isCached: (request) => sessions.isCached(request),
    async find(request) {
      const identity = await sessions.caller(request);
      if (identity === null) return null;
      const workspaceId = await workspaceOf(request, identity);
      const found = workspaceId === null ? null : await cache.find(workspaceId, identity.account.id);
      if (workspaceId === null || found === null) {
        const message = 'You belong to no such workspace; GET /console/api/workspaces lists yours.';
        throw new PlatformError('forbidden', 'members.not_a_member', message);
      }
      return new Member(identity, { workspaceId, role: found.membership.role, endings: found.endings });
    },
  };
}

interface Place {
  readonly workspaceId: string;
  readonly role: Role;
  readonly endings: MemberEndings;
}

/** A class, for V8 keeps the getter of an object literal until a major collection. */
class Member implements ManagementCaller {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly sessionId: string | null;
  readonly name: string;
  readonly shownName: string;
  readonly #identity: Identity;
  readonly #place: Place;

  constructor(identity: Identity, place: Place) {
    this.workspaceId = place.workspaceId;
    this.accountId = identity.account.id;
    this.sessionId = identity.sessionId;
    this.name = identity.account.email;
    this.shownName = identity.account.name || identity.account.email;
    this.#identity = identity;
    this.#place = place;
  }

  /** Made when a stream asks: most requests are over before anything could end. */
  ended(permission?: string): AbortSignal {
    return endedByAny([this.#identity.ended, this.#place.endings.of(permission)]);
  }

  can(permission: string): boolean {
    const { permissions, sessionId } = this.#identity;
    if (!mayRole(this.#place.role, permission)) return false;
    return (permissions === null || permissions.has(permission)) && (sessionId !== null || mayKey(permission));
  }

  whyNot(permission: string): string {
    return refusalOf(this.#place.role, permission) ?? keyRefusal(mayKey(permission));
  }
}
