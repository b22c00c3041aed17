import type { ServerSettings } from './contract.ts';
import { invalidServer } from './failures.ts';
import type { SealedServers } from './sealed-servers.ts';
import type { ServerChanges } from './store.ts';

/** What documents call a server: as other systems of the family make them, and no path. */
export const IDENTIFIER = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$';

export const defaults = { timeoutSeconds: 60, readTimeoutSeconds: 300 } as const;

/** A header's name (RFC 9110, token). */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the connection and the protocol say themselves. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|te|upgrade|expect|keep-alive|accept|accept-encoding|last-event-id|mcp-.*|proxy-.*)$/i;

/** Checks settings, and seals what is secret of them: the columns that change. Throws `mcp-client.invalid_server`. */
export function columnsOf(workspaceId: string, given: ServerSettings, sealed: SealedServers): ServerChanges {
  const { name, url, headers, auth, isPerUser, client, scope, timeoutSeconds, readTimeoutSeconds } = given;
  const pairs = headers === undefined ? undefined : checkedHeaders(headers);
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(url !== undefined && { sealed_url: sealed.seal(workspaceId, 'url', checkedUrl(url)) }),
    ...(pairs !== undefined && {
      sealed_headers: pairs.length === 0 ? null : sealed.seal(workspaceId, 'headers', pairs),
    }),
    ...(auth !== undefined && { auth }),
    ...(isPerUser !== undefined && { per_user: isPerUser }),
    ...(client !== undefined && {
      sealed_client:
        client === null
          ? null
          : sealed.seal(workspaceId, 'client', {
              isGiven: true,
              issuer: '',
              client_id: client.id,
              ...(client.secret !== undefined && { client_secret: client.secret }),
            }),
    }),
    ...(scope !== undefined && { scope: scope.trim() }),
    ...(timeoutSeconds !== undefined && { timeout_seconds: timeoutSeconds }),
    ...(readTimeoutSeconds !== undefined && { read_timeout_seconds: readTimeoutSeconds }),
  };
}

/** An address of a server, as it is kept. Messages don't repeat it: it may hold a key. */
export function checkedUrl(given: string): string {
  let url: URL;
  try {
    url = new URL(given.trim());
  } catch {
    throw invalidServer('The address must be that of an MCP server, such as https://mcp.example.com/mcp.', 'url');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidServer(
      'The address must begin with https:// or http://: servers that are started as commands (stdio) are not offered. Run it as a Streamable HTTP server.',
      'url',
    );
  }
  if (url.username !== '' || url.password !== '')
    throw invalidServer('The address must hold no name and password: give them as the header Authorization.', 'url');
  url.hash = '';
  return url.href;
}

/** Messages name headers, never values. */
export function checkedHeaders(given: Readonly<Record<string, string>>): [string, string][] {
  const pairs = Object.entries(given).map(([name, value]): [string, string] => [
    name.trim().toLowerCase(),
    value.trim(),
  ]);
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    const shown = JSON.stringify(name.slice(0, 100));
    if (!HEADER_NAME.test(name)) throw invalidServer(`${shown} can't be the name of a header.`, 'headers');
    if (RESERVED.test(name))
      throw invalidServer(`The header ${shown} is set by the connection itself: leave it out.`, 'headers');
    if (!HEADER_VALUE.test(value))
      throw invalidServer(
        `The value of the header ${shown} must hold no line breaks or other characters that headers can't.`,
        'headers',
      );
    if (seen.has(name)) throw invalidServer(`The header ${shown} is there twice.`, 'headers');
    seen.add(name);
  }
  return pairs;
}
