import type { AuthenticationRequest } from '#http';
import { PlatformError } from '#kernel';
import type { ManagementCaller, ManagementCredential } from '#plugins/management-access/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { ManagementToken } from './management-token.ts';

/** Knows whoever holds the installation's token: `Authorization: Bearer <management token>`. */
export function tokenCredential(
  token: Pick<ManagementToken, 'isGood' | 'wasGood'>,
  workspaces: Workspaces,
): ManagementCredential {
  const given = ({ headers }: AuthenticationRequest) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

  /** The workspace that is named, else the first one that is open. */
  async function operator({ headers }: AuthenticationRequest): Promise<ManagementCaller> {
    const named = headers['x-workspace-id'];
    // Asked each time: which one is first changes when one is deleted or restored, in whichever process.
    const found = await (named === undefined ? workspaces.first() : workspaces.get(named));
    const workspaceId = found?.id ?? null;
    if (workspaceId !== null)
      return {
        workspaceId,
        accountId: null,
        sessionId: null,
        name: 'operator',
        shownName: 'operator',
        can: () => true,
      };
    if (named !== undefined) {
      throw new PlatformError(
        'not-found',
        'management-token.no_workspace',
        'There is no such workspace (X-Workspace-Id).',
      );
    }
    throw new PlatformError(
      'unavailable',
      'management-token.not_ready',
      'The first workspace is being made; try again.',
    );
  }

  return {
    id: 'management-token.token',
    find: async (request) => ((await token.isGood(given(request))) ? operator(request) : null),
    isCached: (request) => token.wasGood(given(request)),
  };
}
