import { randomBytes } from 'node:crypto';
import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import { isPlatformError, type PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AuthorizationStore, GrantName } from './authorization-store.ts';
import { library } from './connection.ts';
import type { ClientAtIssuer, McpServer } from './contract.ts';
import { attemptOver, platformErrorIn, refusedAuthorization } from './failures.ts';
import { authorizationFetch, expiryOf, type Grants } from './grants.ts';
import type { SealedServers } from './sealed-servers.ts';

/** What is kept of an authorisation on its way. */
interface Attempt {
  /** Address of the server that it was begun for. */
  readonly url: string;
  readonly verifier: string;
  readonly discovery: OAuthDiscoveryState;
  readonly client: ClientAtIssuer;
}

export interface AuthorizationParts {
  readonly store: AuthorizationStore;
  readonly sealed: SealedServers;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly egress: Egress;
  readonly grants: Grants;
  /** Where authorization servers send browsers back to. */
  readonly callbackUrl: () => string;
  /** Where they find what we are (client id metadata document); undefined: not over https, which they ask for. */
  readonly metadataUrl: () => string | undefined;
  /** null: it is forgotten, and registered anew next time. */
  readonly saveClient: (server: McpServer, client: ClientAtIssuer | null) => Promise<void>;
}

/** Authorises MCP servers: OAuth 2.1 with what the servers say of themselves (RFC 9728, 8414, 7591, 7636, 8707, 9207). */
export class Authorizations {
  readonly #parts: AuthorizationParts;

  constructor(parts: AuthorizationParts) {
    this.#parts = parts;
  }

  /** Throws when the server names no authorization server that can be used. Registers nothing. */
  async check(server: McpServer): Promise<void> {
    const heard = watched();
    try {
      const { discoverOAuthServerInfo } = await library();
      const { resourceMetadataUrl } = await this.#challenge(server);
      const fetchFn = authorizationFetch(this.#parts.egress, heard.failed);
      const info = await discoverOAuthServerInfo(server.url, {
        fetchFn,
        ...(resourceMetadataUrl && { resourceMetadataUrl }),
      });
      if (info.authorizationServerMetadata === undefined) throw heard.first ?? new Error('nothing was found');
      await this.#checkAddress(server, info.authorizationServerMetadata.authorization_endpoint);
    } catch (error) {
      throw this.#failure(server, error, heard.first);
    }
  }

  /** Begins an authorisation: the address the browser is sent to, and the state it comes back with. */
  async begin(server: McpServer, subject: string): Promise<{ readonly url: string; readonly state: string }> {
    const { store, sealed, secrets, egress } = this.#parts;
    const heard = watched();
    const state = randomBytes(32).toString('base64url');
    const flow = new Flow(this.#parts, server, { state });
    try {
      const { auth } = await library();
      const { resourceMetadataUrl, scope } = await this.#challenge(server);
      const asked = server.scope || scope;
      await auth(flow, {
        serverUrl: server.url,
        fetchFn: authorizationFetch(egress, heard.failed),
        ...(resourceMetadataUrl && { resourceMetadataUrl }),
        ...(asked && { scope: asked }),
      });
    } catch (error) {
      throw this.#failure(server, error, heard.first);
    }
    const { url, verifier, discovery, client } = flow;
    if (url === null || verifier === null || discovery === null || client === null)
      throw this.#failure(server, null, null);
    await this.#checkAddress(server, url);
    const attempt: Attempt = { url: server.url, verifier, discovery, client };
    const { workspaceId, id: serverId } = server;
    const stored = { workspaceId, serverId, subject, sealed: sealed.seal(workspaceId, 'attempt', attempt) };
    await store.begin(secrets.hash(state), stored);
    return { url, state };
  }

  /** Whose authorisation comes back; each state counts once, and only for a few minutes. */
  async take(state: string): Promise<{ readonly name: GrantName; readonly attempt: Attempt }> {
    const { store, sealed, secrets } = this.#parts;
    const stored = await store.take(secrets.hash(state));
    if (stored === null) throw attemptOver();
    const { workspaceId, serverId, subject } = stored;
    return {
      name: { workspaceId, serverId, subject },
      attempt: sealed.open<Attempt>(workspaceId, 'attempt', stored.sealed),
    };
  }

  /** Ends an authorisation with what came back: the issuer is checked before anything of it is believed. */
  async finish(
    server: McpServer,
    { name, attempt }: { readonly name: GrantName; readonly attempt: Attempt },
    answer: { readonly code: string; readonly iss: string | undefined },
  ): Promise<void> {
    // Who allowed one server has not allowed another that took its place meanwhile.
    if (attempt.url !== server.url) throw attemptOver();
    const heard = watched();
    const flow = new Flow(this.#parts, server, { attempt });
    try {
      const { auth } = await library();
      await auth(flow, {
        serverUrl: server.url,
        fetchFn: authorizationFetch(this.#parts.egress, heard.failed),
        authorizationCode: answer.code,
        ...(answer.iss !== undefined && { iss: answer.iss }),
      });
    } catch (error) {
      const isGone = (error as { code?: unknown }).code === 'invalid_client' && !attempt.client.isGiven;
      if (isGone) await this.#parts.saveClient(server, null);
      throw this.#failure(server, error, heard.first);
    }
    const { received } = flow;
    if (received === null) throw this.#failure(server, null, null);
    const { discovery, client } = attempt;
    await this.#parts.grants.save(name, {
      url: server.url,
      tokens: received,
      client,
      authorizationServerUrl: discovery.authorizationServerUrl,
      metadata: discovery.authorizationServerMetadata ?? null,
      resource: discovery.resourceMetadata?.resource ?? null,
      expiresAt: expiryOf(received),
    });
  }

  /** What the server says to who asks without a token. It may also say nothing. */
  async #challenge(server: McpServer): Promise<{ readonly resourceMetadataUrl?: URL; readonly scope?: string }> {
    const { extractWWWAuthenticateParams } = await library();
    const fetch = authorizationFetch(this.#parts.egress);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const response = await fetch(server.url, { method: 'POST', headers, body });
    await response.body?.cancel();
    if (response.status !== 401) return {};
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
  }

  /** The browser goes there, not we: it must be a page of the web all the same. */
  async #checkAddress(server: McpServer, url: string): Promise<void> {
    if (!/^https?:\/\//i.test(url))
      throw refusedAuthorization(server.name, 'its authorization server has no page for it.');
    await this.#parts.egress.check(url);
  }

  #failure(server: McpServer, error: unknown, heard: unknown): PlatformError {
    const known = platformErrorIn(error) ?? platformErrorIn(heard);
    if (known?.code.startsWith('mcp-client.') === true && known.code !== 'mcp-client.too_large') return known;
    if (known !== null) return refusedAuthorization(server.name, known.message);
    // The words of the library name addresses and codes, never tokens; those of the authorization server are not told.
    const kind = error instanceof Error ? error.name : '';
    return refusedAuthorization(server.name, reasons[kind] ?? unknownReason(error));
  }
}

const reasons: Readonly<Record<string, string>> = {
  IssuerMismatchError:
    'its authorization server is not the one that it says it is (issuer). Begin again; if it stays, ask who runs it.',
  AuthorizationServerMismatchError:
    'it names another authorization server than the one its client belongs to. Set the client anew.',
  RegistrationRejectedError:
    'its authorization server registers no clients. Register one there, and set its client id and secret.',
  InsecureTokenEndpointError: 'its authorization server takes codes over http, which anybody on the way reads.',
};

function unknownReason(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^[a-z_]{1,60}$/.test(code)) return `its authorization server refused (${code}).`;
  return 'it names no authorization server that can be used. Check that it offers OAuth, or give a client id, or a header instead.';
}

function watched() {
  const state: { first: unknown; failed: (error: unknown) => void } = {
    first: undefined,
    failed: (error) => {
      if (isPlatformError(error)) state.first ??= error;
    },
  };
  return state;
}

/** One authorisation, as the library asks for its parts. */
class Flow implements OAuthClientProvider {
  url: string | null = null;
  verifier: string | null = null;
  discovery: OAuthDiscoveryState | null = null;
  client: ClientAtIssuer | null = null;
  received: OAuthTokens | null = null;
  readonly #parts: AuthorizationParts;
  readonly #server: McpServer;
  readonly #state: string;

  constructor(
    parts: AuthorizationParts,
    server: McpServer,
    { state = '', attempt }: { readonly state?: string; readonly attempt?: Attempt },
  ) {
    this.#parts = parts;
    this.#server = server;
    this.#state = state;
    if (attempt === undefined) return;
    this.verifier = attempt.verifier;
    this.discovery = attempt.discovery;
    this.client = attempt.client;
  }

  get redirectUrl(): string {
    return this.#parts.callbackUrl();
  }

  get clientMetadataUrl(): string {
    return this.#parts.metadataUrl() ?? '';
  }

  get clientMetadata() {
    return clientMetadata(this.redirectUrl);
  }

  state(): string {
    return this.#state;
  }

  /** A client belongs to one authorization server: what a server names later gets neither its id nor its secret. */
  async clientInformation(context?: { readonly issuer: string }): Promise<ClientAtIssuer | undefined> {
    const known = this.client ?? this.#server.client;
    if (known === null || context === undefined) return known ?? undefined;
    if (known.isGiven && known.issuer === '') {
      this.client = { ...known, issuer: context.issuer };
      await this.#parts.saveClient(this.#server, this.client);
      return this.client;
    }
    if (known.issuer === context.issuer) {
      this.client = known;
      return known;
    }
    if (known.isGiven) throw refusedAuthorization(this.#server.name, reasons.AuthorizationServerMismatchError ?? '');
    return undefined;
  }

  async saveClientInformation(information: OAuthClientInformationMixed, context?: { issuer: string }): Promise<void> {
    const { client_id, client_secret, ...more } = { ...information };
    const secret = client_secret === undefined ? {} : { client_secret };
    this.client = { ...more, client_id, ...secret, isGiven: false, issuer: context?.issuer ?? '' };
    await this.#parts.saveClient(this.#server, this.client);
  }

  tokens(): undefined {
    return undefined;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.received = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.url = url.href;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier ?? '';
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery ?? undefined;
  }
}

/** What we are to authorization servers, where they register clients or look for them. */
export function clientMetadata(redirectUrl: string) {
  return {
    client_name: 'Weft',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'web',
  };
}
