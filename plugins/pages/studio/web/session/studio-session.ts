import { pageData } from './page-data.ts';
import type { SessionData } from './session-data.ts';

/** Who is signed in, and where. It is the same for as long as the page is open. */
export interface StudioSession extends SessionData {
  readonly workspace: NonNullable<SessionData['workspace']>;
  /** Whether the role may do that (`apps.edit`). */
  can(permission: string): boolean;
}

const session = pageData.session;
const permissions = new Set(session?.workspace?.permissions ?? []);

/** The session of the pages behind the entrance. */
export function studioSession(): StudioSession {
  if (session === null || session.workspace === null) throw new Error('nobody is signed in to a workspace');
  return { ...session, workspace: session.workspace, can: (permission) => permissions.has(permission) };
}

/** Whether the role may do that; for links and buttons. */
export function can(permission: string): boolean {
  return permissions.has(permission);
}
