import type { HttpServer, Reply, RouteRequest } from '../../http/contract.ts';
import type { Sessions } from '../accounts/contract.ts';
import type { Secrets } from '../secrets/contract.ts';
import type { Workspaces } from '../workspaces/contract.ts';
import { domainOf } from './addresses.ts';
import { type Attempt, attemptCookie, attemptIn } from './attempt-cookie.ts';
import type { Connection } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import { redirect, type SsoEntrance } from './entrance.ts';
import { noConnection, signInOver } from './failures.ts';
import type { OidcClient } from './oidc/oidc-client.ts';
import { invalidReturn, returnPath } from './return-path.ts';
import type { SamlSignIn } from './saml/saml-sign-in.ts';
import { callbackAddress, isSecure } from './site-addresses.ts';

interface SignInParts {
  readonly store: ConnectionStore;
  readonly oidc: () => Promise<OidcClient>;
  readonly saml: SamlSignIn;
  readonly entrance: SsoEntrance;
  readonly sessions: Sessions;
  readonly workspaces: Workspaces;
  readonly secrets: Secrets;
  readonly server: HttpServer;
}

/** Beginnings and ends of sign-ins from one address in a quarter of an hour: offices share one. */
const PER_ADDRESS = 300;

/** Connections that one address is offered. */
const WAYS = 20;

/** What a page of a SAML provider sends. */
export interface SamlForm {
  readonly SAMLResponse: string;
  readonly RelayState?: string;
}

/** Signing in over a connection: the browser goes to the provider, and comes back with what it says. */
export class SsoSignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Connections over which an address may sign in; the address alone decides, not whether it is anybody's. */
  async ways(email: string, { address }: RouteRequest): Promise<readonly Connection[]> {
    const { sessions, store, workspaces } = this.#parts;
    await sessions.countAttempt(`sso-ways/${address}`, PER_ADDRESS);
    const found = await store.ofDomain(domainOf(email.trim().toLowerCase()));
    return found.filter(({ workspaceId }) => !workspaces.isClosed(workspaceId)).slice(0, WAYS);
  }

  async start(connectionId: string, given: string, { address }: RouteRequest): Promise<Reply> {
    const { sessions, secrets, server } = this.#parts;
    const returnTo = returnPath(given);
    if (returnTo === null) throw invalidReturn();
    await sessions.countAttempt(`sso-start/${address}`, PER_ADDRESS);
    const { url, attempt } = await this.#begun(await this.#connection(connectionId), returnTo);
    return redirect(url, [attemptCookie(secrets, attempt, isSecure(server))]);
  }

  /** The end over OpenID Connect. */
  async finish(request: RouteRequest): Promise<Reply> {
    const { oidc, entrance, sessions, secrets, server } = this.#parts;
    const { query, headers, address } = request;
    await sessions.countAttempt(`sso-finish/${address}`, PER_ADDRESS);
    const attempt = attemptIn(secrets, headers.cookie);
    if (attempt?.kind !== 'oidc' || query.state !== attempt.checks.state) throw signInOver();
    const connection = await this.#connection(attempt.connectionId);
    if (connection.kind !== 'oidc' || connection.settings.issuer !== attempt.provider) throw signInOver();
    const answer = new URL(callbackAddress(server));
    for (const [name, value] of Object.entries(query)) answer.searchParams.set(name, String(value));
    const client = await oidc();
    const profile = await client.finish(connection, answer, attempt.checks);
    return entrance.enter(connection, { profile, returnTo: attempt.returnTo }, request);
  }

  /** The end over SAML. */
  async accept(connectionId: string, { SAMLResponse, RelayState }: SamlForm, request: RouteRequest): Promise<Reply> {
    const { saml, entrance, sessions, secrets } = this.#parts;
    await sessions.countAttempt(`sso-finish/${request.address}`, PER_ADDRESS);
    const connection = await this.#connection(connectionId);
    if (connection.kind !== 'saml') throw noConnection();
    const attempt = attemptIn(secrets, request.headers.cookie);
    const entry = await saml.finish(connection, { answer: SAMLResponse, relayState: RelayState ?? '', attempt });
    return entrance.enter(connection, entry, request);
  }

  /** What a SAML provider wants to know of us; also before the connection is complete, for the provider may ask first. */
  async metadata(connectionId: string): Promise<string> {
    const connection = await this.#known(connectionId);
    if (connection?.kind !== 'saml') throw noConnection();
    return this.#parts.saml.metadata(connection);
  }

  async #begun(connection: Connection, returnTo: string): Promise<{ url: string; attempt: Attempt }> {
    const { oidc, saml, server } = this.#parts;
    const { id: connectionId } = connection;
    if (connection.kind === 'saml') {
      const { url, checks } = await saml.begin(connection);
      return {
        url,
        attempt: { kind: 'saml', connectionId, provider: connection.settings.trust, returnTo, checks },
      };
    }
    const client = await oidc();
    const { url, checks } = await client.begin(connection, callbackAddress(server));
    return {
      url: url.href,
      attempt: { kind: 'oidc', connectionId, provider: connection.settings.issuer, returnTo, checks },
    };
  }

  async #connection(id: string): Promise<Connection> {
    const connection = await this.#known(id);
    if (connection === null || !connection.enabled) throw noConnection();
    return connection;
  }

  /** Those of deleted workspaces are gone for everybody at the door, until the workspace is restored. */
  async #known(id: string): Promise<Connection | null> {
    const { store, workspaces } = this.#parts;
    const connection = await store.byId(id);
    return connection === null || workspaces.isClosed(connection.workspaceId) ? null : connection;
  }
}
