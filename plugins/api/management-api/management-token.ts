import { createHash, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthenticationRequest } from '#http';
import { PlatformError } from '#kernel';
import type { ManagementCaller, ManagementCredential } from '#plugins/management-access/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';

const FILE = 'management-token';
const pattern = /^mgmt-[A-Za-z0-9]{40}$/;

/** Reads the management token, making one on the first start (mode 0600). */
export async function ensureManagementToken(home: string, random: (length: number) => string): Promise<string> {
  const file = join(home, FILE);
  const existing = await readFile(file, 'utf8').catch(() => null);
  if (existing !== null && pattern.test(existing.trim())) {
    await chmod(file, 0o600);
    return existing.trim();
  }
  const token = `mgmt-${random(40)}`;
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return token;
}

/** Knows whoever holds the installation's token: `Authorization: Bearer <management token>`, compared in constant time. */
export function tokenCredential(token: string, workspaces: Workspaces): ManagementCredential {
  const expected = digest(token);
  const isToken = ({ headers }: AuthenticationRequest) => {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), expected);
  };

  /** The workspace that is named, else the first one that is open. */
  async function operator({ headers }: AuthenticationRequest): Promise<ManagementCaller> {
    const named = headers['x-workspace-id'];
    // Asked each time: which one is first changes when one is deleted or restored, in whichever process.
    const found = await (named === undefined ? workspaces.first() : workspaces.get(named));
    const workspaceId = found?.id ?? null;
    if (workspaceId !== null)
      return { workspaceId, accountId: null, sessionId: null, name: 'operator', can: () => true };
    if (named !== undefined) {
      throw new PlatformError(
        'not-found',
        'management-api.no_workspace',
        'There is no such workspace (X-Workspace-Id).',
      );
    }
    throw new PlatformError('unavailable', 'management-api.not_ready', 'The first workspace is being made; try again.');
  }

  return {
    id: 'management-api.token',
    find: async (request) => (isToken(request) ? operator(request) : null),
    isCached: isToken,
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
