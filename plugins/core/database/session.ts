import type { ClientBase } from 'pg';
import { isUuid, PlatformError } from '#kernel';
import { askClient } from './ask-client.ts';

/** Whose rows a connection sees: all of them (`system`), or one workspace's. */
export type Session = { readonly kind: 'system' } | { readonly kind: 'workspace'; readonly workspaceId: string };

export const systemSession: Session = { kind: 'system' };

/** The role of workspace sessions: can't log in, owns nothing, and row-level security applies to it. */
export const appRole = 'weft_app';

/** The id goes into a statement that takes no parameters, so anything but a UUID is refused here. */
export function workspaceSession(workspaceId: string): Session {
  if (!isUuid(workspaceId)) {
    throw new PlatformError('invalid', 'database.invalid_workspace_id', 'A workspace id must be a UUID.');
  }
  return { kind: 'workspace', workspaceId: workspaceId.toLowerCase() };
}

/**
 * What each transaction of a workspace begins with where connections are handed around after it: both settings end with it.
 * Undefined for the system, which is what a connection is without any.
 */
export function localSettings(session: Session): string | undefined {
  if (session.kind === 'system') return undefined;
  return `set local role ${appRole}; set local weft.workspace_id = '${session.workspaceId}'`;
}

/** What each connection is set to; a new one starts as the login role with no workspace. */
const current = new WeakMap<ClientBase, string>();

/**
 * Brings a connection to a session, at no cost when it is there already. Always outside transactions, so that no
 * rollback undoes it; both settings go in one statement, so they hold together or not at all.
 */
export async function enterSession(client: ClientBase, session: Session): Promise<void> {
  const wanted = session.kind === 'system' ? 'system' : session.workspaceId;
  if ((current.get(client) ?? 'system') === wanted) return;
  // Forgotten first: a failure half-way leaves a connection nobody may trust (the caller closes it).
  current.set(client, 'unknown');
  const text =
    session.kind === 'system'
      ? `reset role; set weft.workspace_id = ''`
      : `set role ${appRole}; set weft.workspace_id = '${session.workspaceId}'`;
  await askClient(client, { text });
  current.set(client, wanted);
}
