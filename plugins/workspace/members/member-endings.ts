import { streamEnded } from '#http';
import type { PlatformError } from '#kernel';
import { isFollowed } from '#plugins/accounts/contract.ts';
import { listPermissions, mayRole, type Role } from './roles.ts';

/** Tells streams of a member when they may no longer read them: they were removed, or have a role that may not do that. */
export class MemberEndings {
  #role: Role | null;
  /** By what they are for; undefined: anything the role could do. */
  readonly #endings = new Map<string | undefined, AbortController>();

  constructor(role: Role | null) {
    this.#role = role;
  }

  /** For a stream that takes this permission. */
  of(permission: string | undefined): AbortSignal {
    if (!this.#may(permission, this.#role)) return AbortSignal.abort(reasonOf(this.#role));
    const ending = this.#endings.get(permission) ?? new AbortController();
    this.#endings.set(permission, ending);
    return ending.signal;
  }

  /** They have this role now; null: they are no member any more. A promotion ends nothing. */
  become(role: Role | null): void {
    const before = this.#role;
    this.#role = role;
    if (role === before) return;
    for (const [permission, ending] of this.#endings) {
      if (permission === undefined ? isWithin(before, role) : this.#may(permission, role)) continue;
      this.#endings.delete(permission);
      ending.abort(reasonOf(role));
    }
  }

  get isFollowed(): boolean {
    return [...this.#endings.values()].some(({ signal }) => isFollowed(signal));
  }

  #may(permission: string | undefined, role: Role | null): boolean {
    return role !== null && (permission === undefined || mayRole(role, permission));
  }
}

function reasonOf(role: Role | null): PlatformError {
  if (role === null) return streamEnded('You no longer belong to this workspace');
  return streamEnded(`Your role in this workspace is ${role} now, which may not read this`);
}

/** Whether a role may do all that another one may. */
function isWithin(one: Role | null, other: Role | null): boolean {
  return other !== null && (one === null || listPermissions(one).every((permission) => mayRole(other, permission)));
}
