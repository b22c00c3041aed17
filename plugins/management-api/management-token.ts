import { createHash, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Authenticator } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Workspaces } from '../workspaces/contract.ts';
import { ManagementAccess } from './contract.ts';

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

/** Accepts `Authorization: Bearer <management token>`; compares in constant time. */
export function managementAuthenticator(token: string, workspaces: Workspaces): Authenticator {
  const expected = digest(token);
  let workspaceId: string | null = null;
  return {
    id: ManagementAccess.authenticator,
    async authenticate({ headers }) {
      const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
      if (!timingSafeEqual(digest(given), expected)) {
        throw new PlatformError(
          'unauthenticated',
          'management-api.unauthorized',
          "Send the management token in the header `Authorization: Bearer <token>`; it lies in the server's data folder.",
        );
      }
      workspaceId ??= (await workspaces.first())?.id ?? null;
      if (workspaceId === null) {
        throw new PlatformError(
          'unavailable',
          'management-api.not_ready',
          'The first workspace is being made; try again.',
        );
      }
      return { workspaceId };
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
