import { PlatformError } from '#kernel';
import type { McpCredential, McpServers } from '#plugins/mcp-server/contract.ts';
import { type Grants, SCOPE } from './grants.ts';
import { isServerOf, type ServerPlaces, serverAt } from './server-places.ts';

interface CredentialParts {
  readonly grants: Grants;
  readonly places: ServerPlaces;
  readonly servers: McpServers;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Callers of servers by an access token that somebody allowed their client to get, for this server and no other. */
export function grantCredential({ grants, places, servers }: CredentialParts): McpCredential {
  return {
    id: 'mcp-oauth.grant',
    isCached({ headers }) {
      const token = tokenIn(headers);
      return token !== null && grants.knows(token);
    },
    async find({ headers, path }) {
      const token = tokenIn(headers);
      if (token === null) return null;
      const grant = await grants.byAccess(token);
      const server = serverAt(path);
      if (grant === null || server === null || !isServerOf(server, grant)) throw invalidToken();
      const { id, workspaceId, appId, accountId } = grant;
      if (appId !== null) {
        const served = await servers.app(workspaceId, appId);
        if (served?.settings.isEnabled !== true) await grants.end(grant);
        if (served === null) throw invalidToken();
      } else if (!(await servers.isEnabled(workspaceId))) {
        await grants.end(grant);
      }
      return { workspaceId, appId, accountId, ended: () => grants.ended(id) };
    },
    challenge({ headers, path }, origin) {
      const server = serverAt(path);
      if (server === null) return undefined;
      const about = `resource_metadata="${places.metadataAddress(server, origin)}", scope="${SCOPE}"`;
      // Who sent something learns that it does not count; who sent nothing is told of no error (RFC 6750, 3.1).
      return headers.authorization === undefined ? `Bearer ${about}` : `Bearer error="invalid_token", ${about}`;
    },
  };
}

function tokenIn({ authorization = '' }: Headers): string | null {
  return /^bearer +(oat-[A-Za-z0-9]{40})$/i.exec(authorization)?.[1] ?? null;
}

/** One for all: whose it was, and for what, is nobody's business. */
function invalidToken(): PlatformError {
  const message =
    'The access token is over, was taken back, or is for another server: get another one, or authorise anew.';
  return new PlatformError('unauthenticated', 'mcp-oauth.invalid_token', message);
}
