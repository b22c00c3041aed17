import { currentTime, isPlatformError, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { type AccessToken, type ApiProvider, type Credentials, TOKEN_PURPOSE } from '#plugins/tool-openapi/provider.ts';
import type { ApiToolStore } from '#plugins/tool-openapi/store.ts';
import { requestToken } from './token-endpoint.ts';

/** A token is renewed this long before it is over. */
const EARLY_MS = 30_000;
/** How long a renewal may take, whoever waits for it. */
const RENEWAL_MS = 40_000;

interface TokenParts {
  readonly store: ApiToolStore;
  readonly secrets: Secrets;
  readonly egress: Egress;
}

/** Access tokens of providers: asked for when there is none, renewed when they are over, kept sealed. */
export class Tokens {
  readonly #parts: TokenParts;
  /** One renewal of a provider at a time: many servers take a refresh token once. */
  readonly #renewals = new Map<string, Promise<string>>();

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /** A token for a call. `refused`: one that the API did not take. Throws `tool-openapi.not_configured` and what `requestToken` throws. */
  async get(workspaceId: string, provider: ApiProvider, credentials: Credentials, refused?: string): Promise<string> {
    const kept = this.#kept(workspaceId, provider.sealedToken);
    if (kept !== null && kept.access !== refused && !isOver(kept)) return kept.access;
    // Credentials that were changed meanwhile are of another place: their callers don't share a token.
    const key = `${workspaceId} ${provider.id} ${provider.sealedCredentials}`;
    const running = this.#renewals.get(key);
    if (running !== undefined) return running;
    const renewal = this.#renewed(workspaceId, provider, credentials, refused).finally(() =>
      this.#renewals.delete(key),
    );
    this.#renewals.set(key, renewal);
    return renewal;
  }

  async #renewed(
    workspaceId: string,
    { id, sealedCredentials }: ApiProvider,
    credentials: Credentials,
    refused: string | undefined,
  ): Promise<string> {
    // Another process may have renewed it meanwhile.
    const provider = (await this.#parts.store.find(workspaceId, id))?.provider;
    const { authentication } = provider ?? {};
    if (provider === undefined || authentication === undefined || !('token_url' in authentication))
      throw notAuthorized('It');
    // The token URL may be another by now, for which these credentials were never given.
    if (provider.sealedCredentials !== sealedCredentials) throw changedMeanwhile(provider.name);
    const kept = this.#kept(workspaceId, provider.sealedToken);
    if (kept !== null && kept.access !== refused && !isOver(kept)) return kept.access;
    const isClient = authentication.type === 'oauth2_client_credentials';
    if (!isClient && kept?.refresh == null) throw notAuthorized(`The tools' provider "${provider.name}"`);
    const scope = authentication.scopes.join(' ');
    const fields: Record<string, string> = isClient
      ? { grant_type: 'client_credentials', ...(scope !== '' && { scope }) }
      : { grant_type: 'refresh_token', refresh_token: kept?.refresh ?? '' };
    const signal = AbortSignal.timeout(RENEWAL_MS);
    try {
      const token = await requestToken(this.#parts.egress, authentication, { credentials, fields, signal });
      await this.keep(workspaceId, provider, { ...token, refresh: token.refresh ?? kept?.refresh ?? null });
      return token.access;
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'tool-openapi.authorization_over') throw error;
      const again = this.#kept(
        workspaceId,
        (await this.#parts.store.find(workspaceId, id))?.provider.sealedToken ?? null,
      );
      if (again !== null && again.access !== kept?.access && again.access !== refused) return again.access;
      throw notAuthorized(`The tools' provider "${provider.name}"`);
    }
  }

  /** Keeps what was given out, unless the credentials are others by now. */
  async keep(workspaceId: string, provider: ApiProvider, token: AccessToken): Promise<boolean> {
    const { store, secrets } = this.#parts;
    const sealed = secrets.seal(workspaceId, TOKEN_PURPOSE, JSON.stringify(token));
    return store.keepToken(workspaceId, provider.id, { sealed, before: provider.sealedCredentials });
  }

  #kept(workspaceId: string, sealed: string | null): AccessToken | null {
    return sealed === null
      ? null
      : (JSON.parse(this.#parts.secrets.open(workspaceId, TOKEN_PURPOSE, sealed)) as AccessToken);
  }
}

function isOver({ expiresAt }: AccessToken): boolean {
  return expiresAt !== null && expiresAt - EARLY_MS < currentTime();
}

function changedMeanwhile(name: string): PlatformError {
  const message = `The credentials of the tools' provider "${name}" were changed during the call: call again.`;
  return new PlatformError('invalid', 'tool-openapi.not_configured', message);
}

function notAuthorized(who: string): PlatformError {
  const message = `${who} is not authorized, or its authorization is over: authorize it under tools.`;
  return new PlatformError('invalid', 'tool-openapi.not_configured', message);
}
