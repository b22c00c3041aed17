import { createHash } from 'node:crypto';
import { type Access, type AuthenticationRequest, type Authenticator, access, type Principal } from '#http';
import { type Contributions, PlatformError } from '#kernel';
import { appKeyAuthenticator, refusePaused } from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import type { ManagementCaller, ManagementCredential } from '#plugins/management-access/contract.ts';
import { type McpPerson, type McpServers, type ServerPlace, serverId } from '#plugins/mcp-server/contract.ts';

/** Who calls a server: by the code in its address, by a key of its app, or as somebody of its workspace. */
export interface McpCaller extends ServerPlace {
  /** The app key that was used; null: none, so nobody has counted the request. */
  readonly keyId: string | null;
  /**
   * Whose name its users have, before the client's: `mcp`, or of a person `mcp-member:<who>`. No name of a client makes one of
   * the other.
   */
  readonly user: string;
  /** Aborts when the caller may no longer call. */
  revoked(): AbortSignal;
}

export const McpCodeAccess: Access<Principal> = access('mcp-code');
export const McpKeyAccess: Access<Principal> = access('mcp-key');
export const McpMemberAccess: Access<Principal> = access('mcp-member');

/** The server behind a principal of these accesses. */
export function callerOf(principal: Principal): McpCaller {
  return (principal as unknown as { readonly mcp: McpCaller }).mcp;
}

/** Limits of requests are by app: a server of an app counts as it, that of a workspace as the workspace. */
function principalOf(found: McpCaller): Principal {
  const { workspaceId, appId } = found;
  const principal = { workspaceId, ...(appId !== null && { appId }), mcp: found, keyId: found.keyId };
  return principal;
}

const codePath = /^\/mcp\/server\/([A-Za-z0-9]{1,64})\/mcp$/;

/** Knows servers by the code in their address, which is their only secret. */
export function codeAuthenticator(servers: McpServers): Authenticator {
  return {
    id: McpCodeAccess.authenticator,
    async authenticate({ path }) {
      const settings = await servers.byCode(codePath.exec(path)?.[1] ?? '');
      if (settings === null) throw unknownCode;
      const { workspaceId, appId } = settings;
      if (appId === null) {
        if (!settings.isEnabled) throw switchedOff('of this workspace');
      } else {
        await checkApp(servers, workspaceId, appId);
      }
      const revoked = () => servers.ended(serverId(settings));
      return principalOf({ workspaceId, appId, keyId: null, user: 'mcp', revoked });
    },
    isCached: ({ path }) => servers.knowsCode(codePath.exec(path)?.[1] ?? ''),
  };
}

/** Knows servers of apps by a key of the app, or by what else is contributed. */
export function keyAuthenticator(apps: Apps, servers: McpServers): Authenticator {
  const keys = appKeyAuthenticator(apps);
  return {
    id: McpKeyAccess.authenticator,
    async authenticate(request) {
      const person = await personOf(servers, request);
      if (person !== null) {
        await checkApp(servers, person.workspaceId, person.appId ?? '');
        return principalOfPerson(person);
      }
      const {
        workspaceId = '',
        appId = '',
        keyId,
        ended,
      } = (await keys.authenticate(request)) as Principal & {
        readonly keyId: string;
      };
      if (workspaceId === null) throw unknownCode;
      if (request.path !== `/mcp/apps/${appId}`) throw noServer();
      await checkApp(servers, workspaceId, appId);
      const revoked = () => ended?.() ?? new AbortController().signal;
      return principalOf({ workspaceId, appId, keyId, user: 'mcp', revoked });
    },
    isCached: (request) => keys.isCached?.(request) === true || knowsPerson(servers, request),
    challenge: (request, origin) => challengeOf(servers, request, origin),
  };
}

async function personOf({ credentials }: McpServers, request: AuthenticationRequest): Promise<McpPerson | null> {
  for (const credential of credentials.all()) {
    const person = await credential.find(request);
    if (person !== null) return person;
  }
  return null;
}

function knowsPerson({ credentials }: McpServers, request: AuthenticationRequest): boolean {
  return credentials.all().some((credential) => credential.isCached(request));
}

function challengeOf(
  { credentials }: McpServers,
  request: AuthenticationRequest,
  origin: string | undefined,
): string | undefined {
  const told = credentials.all().map((credential) => credential.challenge?.(request, origin));
  return told.find((challenge) => challenge !== undefined);
}

/** With a personal key and without: one user for each person. They may use apps, and nothing else. */
function principalOfPerson({ workspaceId, appId, accountId, ended }: McpPerson): Principal {
  const found = principalOf({ workspaceId, appId, keyId: null, user: `mcp-member:${accountId}`, revoked: ended });
  return { ...found, can: (permission) => permission === 'apps.use' };
}

const workspacePath = /^\/mcp\/workspaces\/([0-9a-f-]{36})$/i;

/**
 * Knows servers of workspaces by a personal key, or the management token, of somebody who may use its apps, or by what else is
 * contributed. Nobody is known by a cookie: a page can't make its visitor's browser call.
 */
export function memberAuthenticator(
  credentials: Contributions<ManagementCredential>,
  servers: McpServers,
): Authenticator {
  const asked = ({ headers, path, ...request }: AuthenticationRequest): AuthenticationRequest => {
    const { cookie: _, ...others } = headers;
    return { ...request, path, headers: { ...others, 'x-workspace-id': workspacePath.exec(path)?.[1] ?? '' } };
  };
  return {
    id: McpMemberAccess.authenticator,
    async authenticate(request) {
      const person = await personOf(servers, request);
      if (person !== null) {
        if (!(await servers.isEnabled(person.workspaceId))) throw switchedOff('of this workspace');
        return principalOfPerson(person);
      }
      for (const credential of credentials.all()) {
        const caller = await credential.find(asked(request));
        if (caller !== null) return memberOf(servers, caller);
      }
      const message = 'Send a personal key in the header `Authorization: Bearer <key>`.';
      throw new PlatformError('unauthenticated', 'mcp-server.unauthorized', message);
    },
    isCached: (request) =>
      credentials.all().some((credential) => credential.isCached(asked(request))) || knowsPerson(servers, request),
    challenge: (request, origin) => challengeOf(servers, request, origin),
  };
}

async function memberOf(servers: McpServers, caller: ManagementCaller): Promise<Principal> {
  const { workspaceId, accountId, name } = caller;
  if (!(await servers.isEnabled(workspaceId))) throw switchedOff('of this workspace');
  const who = accountId ?? createHash('sha256').update(name).digest('hex').slice(0, 16);
  const revoked = () => caller.ended?.('apps.use') ?? servers.ended(workspaceId);
  const found = principalOf({ workspaceId, appId: null, keyId: null, user: `mcp-member:${who}`, revoked });
  const { whyNot } = caller;
  const can = (permission: string) => caller.can(permission);
  return {
    ...found,
    can,
    ...(whyNot !== undefined && { whyNot: (permission: string) => whyNot.call(caller, permission) }),
  };
}

async function checkApp(servers: McpServers, workspaceId: string, appId: string): Promise<void> {
  const served = await servers.app(workspaceId, appId);
  if (served === null) throw noServer();
  if (!served.settings.isEnabled) throw switchedOff(`of '${served.app.name}'`);
  refusePaused(served.app);
}

/** One for all: guesses come by the thousand. */
const unknownCode = new PlatformError(
  'unauthenticated',
  'mcp-server.unauthorized',
  'No MCP server has this address (any more): its owner shows the present one in the console, or makes it with `weft mcp code`.',
);

function noServer(): PlatformError {
  return new PlatformError('not-found', 'mcp-server.not_found', 'There is no such MCP server for this key.');
}

function switchedOff(which: string): PlatformError {
  return new PlatformError(
    'forbidden',
    'mcp-server.switched_off',
    `The MCP server ${which} is switched off; an editor switches it on in the console, or with \`weft mcp set\`.`,
  );
}
