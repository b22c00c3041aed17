import { createHash, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthenticationRequest, Authenticator } from '../../http/contract.ts';
import { type Contributions, PlatformError } from '../../kernel/index.ts';
import type { Workspaces } from '../workspaces/contract.ts';
import { ManagementAccess, type ManagementCaller, type ManagementCredential } from './contract.ts';

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

interface AuthenticatorParts {
  readonly token: string;
  readonly workspaces: Workspaces;
  readonly credentials: Contributions<ManagementCredential>;
}

/** Accepts `Authorization: Bearer <management token>`, compared in constant time, and what plugins contribute. */
export function managementAuthenticator({ token, workspaces, credentials }: AuthenticatorParts): Authenticator {
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
    id: ManagementAccess.authenticator,
    async authenticate(request) {
      if (isToken(request)) return operator(request);
      for (const credential of credentials.all()) {
        const caller = await credential.find(request);
        if (caller !== null) return caller;
      }
      throw new PlatformError(
        'unauthenticated',
        'management-api.unauthorized',
        'Sign in, or send a personal key or the management token in the header `Authorization: Bearer <token>`.',
      );
    },
    recognizes: (request) => isToken(request) || credentials.all().some((credential) => credential.recognizes(request)),
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
