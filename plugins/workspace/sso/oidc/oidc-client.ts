import { LRUCache } from 'lru-cache';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import type { Egress } from '#plugins/egress/contract.ts';
import { isLocal } from '#plugins/sso/addresses.ts';
import type { Profile } from '#plugins/sso/connection.ts';
import { platformErrorIn, providerFailed, refused } from '#plugins/sso/failures.ts';
import { claimOf } from '#plugins/sso/role-mapping.ts';
import { egressFetch } from './egress-fetch.ts';
import { toProfile } from './oidc-profile.ts';

/** What a browser keeps of a sign-in that it began. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A provider, and as whom it knows us. */
export interface OidcTarget {
  readonly id: string;
  /** What was remembered of it counts until this changes. */
  readonly version: number | string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** A claim that is wanted besides the address; null: none. */
  readonly claim: string | null;
  /** null: it is known by PKCE alone. */
  secret(): string | null;
}

interface Known {
  readonly version: number | string;
  readonly configuration: Promise<Configuration>;
}

const KEPT_MS = 3_600_000;
const KEPT = 200;
const TIMEOUT_SECONDS = 20;

/** OpenID Connect: authorization code with PKCE, state and nonce. */
export class OidcClient {
  readonly #fetch: ReturnType<typeof egressFetch>;
  readonly #known = new LRUCache<string, Known>({ max: KEPT, ttl: KEPT_MS });

  constructor(egress: Egress) {
    this.#fetch = egressFetch(egress);
  }

  /** Where the browser goes, and what it keeps meanwhile. Throws `sso.provider_failed`, or what the guarded client says. */
  async begin(target: OidcTarget, redirectUri: string): Promise<{ url: URL; checks: OidcChecks }> {
    const configuration = await this.#configuration(target);
    const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: target.scopes.join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { url, checks };
  }

  /** Who came back. Throws `sso.refused` for anything that is not proved. */
  async finish(target: OidcTarget, answer: URL, checks: OidcChecks): Promise<Profile> {
    const configuration = await this.#configuration(target);
    try {
      const tokens = await authorizationCodeGrant(configuration, answer, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw refused('it sent no ID token');
      const hasAddress = claims.email !== undefined && claims.email_verified !== undefined;
      const isWhole = hasAddress && hasClaim(claims, target.claim);
      if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return toProfile(claims);
      const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      // An address and whether it is verified are said by one and the same.
      const { email, email_verified } = hasAddress ? claims : more;
      return toProfile({ ...more, ...claims, email, email_verified });
    } catch (error) {
      throw platformErrorIn(error) ?? refused(reasonOf(error), error);
    }
  }

  /** Asks the provider what it is, past what is remembered. */
  async metadata(target: OidcTarget): Promise<ServerMetadata> {
    this.#known.delete(target.id);
    return (await this.#configuration(target)).serverMetadata();
  }

  #configuration(target: OidcTarget): Promise<Configuration> {
    const { id, version } = target;
    const known = this.#known.get(id);
    if (known !== undefined && known.version === version) return known.configuration;
    const configuration = this.#discover(target);
    const entry = { version, configuration };
    this.#known.set(id, entry);
    configuration.catch(() => {
      if (this.#known.get(id) === entry) this.#known.delete(id);
    });
    return configuration;
  }

  async #discover({ issuer, clientId, secret: told }: OidcTarget): Promise<Configuration> {
    const secret = told();
    const options = { [customFetch]: this.#fetch, timeout: TIMEOUT_SECONDS };
    try {
      const local = isLocal(issuer) ? { execute: [allowInsecureRequests] } : {};
      const found = await discovery(new URL(issuer), clientId, undefined, undefined, { ...options, ...local });
      checkMetadata(issuer, found.serverMetadata());
      const Configured = found.constructor as typeof Configuration;
      const configuration = new Configured(found.serverMetadata(), clientId, undefined, authentication(found, secret));
      configuration[customFetch] = this.#fetch;
      configuration.timeout = TIMEOUT_SECONDS;
      if (isLocal(issuer)) allowInsecureRequests(configuration);
      // Signatures of ID tokens are checked although they come over TLS: whatever stands between must not be believed.
      enableNonRepudiationChecks(configuration);
      return configuration;
    } catch (error) {
      throw platformErrorIn(error) ?? providerFailed(reasonOf(error), error);
    }
  }
}

/** As the provider likes it best; `basic` is what the standard takes for granted. */
function authentication(configuration: Configuration, secret: string | null) {
  if (secret === null) return None();
  const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** One that speaks for many tenants under a changing name could let any of them in. */
function checkMetadata(issuer: string, metadata: ServerMetadata): void {
  const bare = (text: string) => text.replace(/\/$/, '');
  if (bare(metadata.issuer) !== bare(issuer)) throw providerFailed('it names itself by another issuer');
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const) {
    const address = metadata[name];
    if (address === undefined && name === 'userinfo_endpoint') continue;
    if (address === undefined || !URL.canParse(address)) throw providerFailed(`its metadata has no ${name}`);
    if (new URL(address).protocol !== 'https:' && !isLocal(issuer)) throw providerFailed(`its ${name} is not https`);
  }
}

function hasClaim(claims: Readonly<Record<string, unknown>>, name: string | null): boolean {
  return name === null || claimOf(claims, name) !== undefined;
}

/** For people: no token, no address, none of what the provider writes but its error's name. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return `it says ${/^[\w.-]{1,60}$/.test(error.error) ? error.error : 'no'}`;
  }
  if (!(error instanceof Error)) return 'it is not valid';
  const { cause } = error;
  const inner = cause instanceof Error ? ` (${cause.message})` : '';
  return `${error.message}${inner}`.replaceAll(/\s+/g, ' ').slice(0, 200);
}
