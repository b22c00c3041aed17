import { token } from '#kernel';
import type { CommitEntry } from '#plugins/database/contract.ts';

/** For routes that show people what they made themselves in the console (`Route.ownPermission`). */
export { consoleUserId, isOwnRun } from './console-users.ts';
export { endUserId } from './end-user-id.ts';

/**
 * Where an end user comes from. Users of the runtime API, of the hosted web app, members who run a published app in the
 * console, those who try a draft, and triggers, which are no people, are separate, even with equal names.
 */
export type EndUserType = 'service-api' | 'web-app' | 'console' | 'debugging' | 'trigger';

/** A person behind an app, as the caller names them. */
export interface EndUser {
  readonly id: string;
  /** The caller's own name for the user (runtime API, end user); opaque. */
  readonly sessionId: string;
  readonly type: EndUserType;
  readonly isAnonymous: boolean;
}

/** The same, as it is kept. */
export interface KeptEndUser extends EndUser {
  /** Milliseconds since the epoch: when they first did something. */
  readonly createdAt: number;
}

/** The name callers share who give none (runtime API, end user). */
export const DefaultUser = 'DEFAULT-USER';

/** End users: opaque, never authenticated names that callers give to the people behind an app. */
export interface EndUsers {
  /**
   * The end user of an app. Its id follows from (app, type, session), so nothing is looked up; `entries` are the rows
   * that make it durable, empty when this process wrote them before; call `written` once they are.
   */
  identify(caller: {
    readonly workspaceId: string;
    readonly appId: string;
    readonly type: EndUserType;
    readonly sessionId: string;
  }): { readonly user: EndUser; readonly entries: readonly CommitEntry[]; readonly written: () => void };
  /** Those of the app's end users that have one of these ids; at most a few hundred. */
  find(workspaceId: string, appId: string, ids: readonly string[]): Promise<readonly KeptEndUser[]>;
}

export const EndUsers = token<EndUsers>('end-users.end-users');
