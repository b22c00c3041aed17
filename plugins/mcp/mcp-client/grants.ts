import type { OAuthTokens } from '@modelcontextprotocol/client';
import { currentTime } from '#kernel';
import { Renewals } from '#plugins/connected-accounts/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { AuthorizationStore, GrantName } from './authorization-store.ts';
import { type Bearer, library } from './connection.ts';
import type { ClientAtIssuer, McpServer } from './contract.ts';
import { egressFetch, type Fetch } from './egress-fetch.ts';
import { notAuthorized, platformErrorIn, serverFailure } from './failures.ts';
import type { SealedServers } from './sealed-servers.ts';

/** An authorisation of a server: who gave it with which client, and what it came to. Secret. */
export interface Grant {
  /** Address of the server that it was given for: a server that has moved since gets no token of it. */
  readonly url: string;
  readonly tokens: OAuthTokens;
  readonly client: ClientAtIssuer;
  readonly authorizationServerUrl: string;
  /** What the authorization server said of itself (RFC 8414, OpenID Connect Discovery). */
  readonly metadata: unknown;
  /** RFC 8707: as the server named itself. */
  readonly resource: string | null;
  /** Milliseconds since the epoch; null: it was not said. */
  readonly expiresAt: number | null;
}

/** As stored, opened. `version` counts what was saved. */
interface StoredOpen {
  readonly grant: Grant;
  readonly version: number;
}

export interface GrantParts {
  readonly store: AuthorizationStore;
  readonly sealed: SealedServers;
  readonly egress: Egress;
  /** Where a user authorises a server. */
  readonly link: (server: McpServer, subject: string) => string;
}

/** Renewed when less than this is left. */
const EARLY_MS = 30_000;

/** Far above any metadata, keys or tokens. */
const LIMIT = 1_000_000;

/** `fetch` for authorization: over the guarded client, hop by hop, without the headers of the server. */
export function authorizationFetch(egress: Egress, failed?: (error: unknown) => void): Fetch {
  const rules = { maxBytes: LIMIT, headersTimeout: 10_000, bodyTimeout: 10_000 };
  return egressFetch(egress, failed === undefined ? rules : { ...rules, failed });
}

/** Tokens of MCP servers: found for each call, renewed once for all that need it. */
export class Grants {
  readonly #parts: GrantParts;
  readonly #renewals = new Renewals<StoredOpen>();

  constructor(parts: GrantParts) {
    this.#parts = parts;
  }

  /** What speaks for a subject at a server; null: it asks for nothing. */
  bearer(server: McpServer, subject: string): Bearer | null {
    if (server.auth === 'none') return null;
    const name = { workspaceId: server.workspaceId, serverId: server.id, subject };
    let current: Grant | null = null;
    return {
      token: async () => {
        current = await this.#find(server, name);
        const isLate = current.expiresAt !== null && current.expiresAt - currentTime() < EARLY_MS;
        if (isLate && current.tokens.refresh_token !== undefined) current = await this.#renewed(server, name, current);
        return current.tokens.access_token;
      },
      renew: async () => {
        if (current !== null) await this.#renewed(server, name, current);
      },
    };
  }

  async save(name: GrantName, grant: Grant): Promise<void> {
    const { store, sealed } = this.#parts;
    await store.save(name, sealed.seal(name.workspaceId, 'grant', grant));
  }

  async #find(server: McpServer, name: GrantName): Promise<Grant> {
    const grant = await this.#read(server, name);
    if (grant === null) throw this.#missing(server, name.subject);
    return grant.grant;
  }

  async #read(server: McpServer, name: GrantName): Promise<StoredOpen | null> {
    const { store, sealed } = this.#parts;
    const stored = await store.grant(name);
    if (stored === null) return null;
    const grant = sealed.open<Grant>(name.workspaceId, 'grant', stored.sealed);
    return grant.url === server.url ? { grant, version: stored.version } : null;
  }

  #missing(server: McpServer, subject: string) {
    return notAuthorized(server.name, server.isPerUser ? this.#parts.link(server, subject) : null);
  }

  async #renewed(server: McpServer, name: GrantName, stale: Grant): Promise<Grant> {
    const { store } = this.#parts;
    const { grant } = await this.#renewals.once(`${name.serverId} ${name.subject} ${server.url}`, {
      read: async () => {
        const found = await this.#read(server, name);
        if (found === null) throw this.#missing(server, name.subject);
        return found;
      },
      isRenewed: (found) => found.grant.tokens.access_token !== stale.tokens.access_token,
      lease: ({ version }) => store.lease(name, version),
      refresh: (found) => this.#refresh(server, name, found),
      late: () =>
        serverFailure('unavailable', 'mcp-client.timed_out', server.name, 'could not be authorised anew in time.'),
    });
    return grant;
  }

  async #refresh(server: McpServer, name: GrantName, { grant, version }: StoredOpen): Promise<StoredOpen> {
    const { store, egress, sealed } = this.#parts;
    const { refreshAuthorization } = await library();
    const { tokens, client, metadata, resource, authorizationServerUrl } = grant;
    try {
      if (tokens.refresh_token === undefined) throw new Error('no refresh token');
      const renewed = await refreshAuthorization(authorizationServerUrl, {
        ...(metadata !== null && { metadata: metadata as never }),
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        ...(resource !== null && { resource }),
        fetchFn: authorizationFetch(egress),
      });
      const next = { ...grant, tokens: renewed, expiresAt: expiryOf(renewed) };
      // Withdrawn meanwhile, it stays so.
      if (await store.renew(name, version, sealed.seal(name.workspaceId, 'grant', next)))
        return { grant: next, version: version + 1 };
    } catch (error) {
      const known = platformErrorIn(error);
      if (known !== null) {
        await store.release(name);
        throw serverFailure(
          'unavailable',
          'mcp-client.unreachable',
          server.name,
          `can't be authorised anew. ${known.message}`,
        );
      }
      // The authorization server says no, or there is nothing to ask it with: who gave it must give it again.
      await store.remove(name.workspaceId, name.serverId, name.subject);
    }
    throw this.#missing(server, name.subject);
  }
}

export function expiryOf({ expires_in: seconds }: OAuthTokens): number | null {
  return seconds === undefined ? null : currentTime() + seconds * 1000;
}
