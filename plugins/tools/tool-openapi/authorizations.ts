import { createHash, randomBytes } from 'node:crypto';
import { currentTime, isUuid, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { destinations } from './authentication.ts';
import type { ApiCaller } from './call/api-caller.ts';
import { requestToken } from './call/token-endpoint.ts';
import type { Tokens } from './call/tokens.ts';
import { type ApiProvider, AUTHORIZATION_PURPOSE } from './provider.ts';
import { noProvider } from './providers-service.ts';
import type { ApiToolStore } from './store.ts';

/** How long a browser may take to come back. */
export const AUTHORIZATION_SECONDS = 600;

export interface AuthorizationParts {
  readonly store: ApiToolStore;
  readonly secrets: Secrets;
  readonly egress: Egress;
  readonly caller: ApiCaller;
  readonly tokens: Tokens;
  /** Where authorization servers send browsers back to; known once the server listens. */
  redirectUrl(): string;
}

/** An authorization that was begun. */
export interface BegunAuthorization {
  /** To be opened in a browser. */
  readonly url: string;
  /** To be kept by the browser that began it, as a cookie. */
  readonly browser: string;
}

interface Waiting {
  readonly verifier: string;
  readonly redirectUrl: string;
  readonly browser: string;
  /** Who began it; null: the management token. */
  readonly accountId: string | null;
  /** Where the token was to be asked for, and to go: who is away allows nothing else. */
  readonly destinations: string;
}

/** Who ends it: the account that began it, or the browser. */
export type Ending = { readonly accountId: string | null } | { readonly browser: string };

/** OAuth's authorization code with PKCE (RFC 6749, 4.1; RFC 7636): one use, ten minutes, ended by whoever began it. */
export class Authorizations {
  readonly #parts: AuthorizationParts;

  constructor(parts: AuthorizationParts) {
    this.#parts = parts;
  }

  /** Throws `tool-openapi.not_found`, `tool-openapi.not_configured`, `tool-openapi.no_authorization`. */
  async begin(workspaceId: string, id: string, accountId: string | null): Promise<BegunAuthorization> {
    const { store, secrets } = this.#parts;
    const { provider, credentials } = await this.#provider(workspaceId, id);
    const { authentication } = provider;
    if (authentication.type !== 'oauth2_authorization_code')
      throw noAuthorization(`"${provider.name}" needs no authorization by a browser.`);
    const verifier = randomBytes(32).toString('base64url');
    const browser = randomBytes(32).toString('base64url');
    // The workspace stands in it: whoever comes back is nobody yet.
    const state = `${workspaceId}.${randomBytes(32).toString('base64url')}`;
    const redirectUrl = this.#parts.redirectUrl();
    const waiting: Waiting = { verifier, redirectUrl, browser, accountId, destinations: destinations(provider) };
    await store.wait(workspaceId, {
      providerId: provider.id,
      stateHash: secrets.hash(state),
      sealed: secrets.seal(workspaceId, AUTHORIZATION_PURPOSE, JSON.stringify(waiting)),
      expiresAt: new Date(currentTime() + AUTHORIZATION_SECONDS * 1000),
    });
    const url = new URL(authentication.authorization_url);
    const scope = authentication.scopes.join(' ');
    const query = {
      response_type: 'code',
      client_id: credentials.client_id ?? '',
      redirect_uri: redirectUrl,
      ...(scope !== '' && { scope }),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return { url: url.href, browser };
  }

  /** Exchanges the code for a token and keeps it. Throws `tool-openapi.unknown_state` for what was not begun, not by them, or ended. */
  async end(
    { state, code }: { readonly state: string; readonly code: string },
    by: Ending,
    from: { readonly signal: AbortSignal; readonly workspaceId?: string },
  ): Promise<ApiProvider> {
    const { store, secrets, egress, tokens } = this.#parts;
    const workspaceId = state.slice(0, 36);
    const isOfOthers = from.workspaceId !== undefined && from.workspaceId !== workspaceId;
    if (!isUuid(workspaceId) || isOfOthers) throw unknownState();
    const found = await store.take(workspaceId, secrets.hash(state));
    if (found === null) throw unknownState();
    const waiting = JSON.parse(secrets.open(workspaceId, AUTHORIZATION_PURPOSE, found.sealed)) as Waiting;
    const isTheirs = 'browser' in by ? by.browser === waiting.browser : by.accountId === waiting.accountId;
    if (!isTheirs) throw unknownState();
    const { provider, credentials } = await this.#provider(workspaceId, found.providerId);
    if (provider.authentication.type !== 'oauth2_authorization_code' || destinations(provider) !== waiting.destinations)
      throw unknownState();
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: waiting.redirectUrl,
      code_verifier: waiting.verifier,
    };
    const token = await requestToken(egress, provider.authentication, { credentials, fields, signal: from.signal });
    if (!(await tokens.keep(workspaceId, provider, token))) throw unknownState();
    return provider;
  }

  async #provider(workspaceId: string, id: string) {
    const found = await this.#parts.store.find(workspaceId, id);
    if (found === null) throw noProvider(id);
    return { provider: found.provider, credentials: this.#parts.caller.credentialsOf(workspaceId, found.provider) };
  }
}

function noAuthorization(message: string): PlatformError {
  return new PlatformError('conflict', 'tool-openapi.no_authorization', message);
}

function unknownState(): PlatformError {
  const message =
    'No authorization waits for this: each is good once, for ten minutes, for whoever began it. Begin again.';
  return new PlatformError('invalid', 'tool-openapi.unknown_state', message, { field: 'state' });
}
