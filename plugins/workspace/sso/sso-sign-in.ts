import type { HttpServer, Reply, RouteRequest } from '#http';
import type { Sessions } from '#plugins/accounts/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { domainOf } from './addresses.ts';
import { type Attempt, attemptCookie, attemptIn, type VisitAim } from './attempt-cookie.ts';
import type { Connection, Profile } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import { noConnection, signInOver } from './failures.ts';
import type { SsoLoginRedirect } from './login-redirect.ts';
import type { OidcClient } from './oidc/oidc-client.ts';
import { oidcTarget } from './oidc/oidc-target.ts';
import { redirect } from './redirect.ts';
import { invalidReturn, returnPath } from './return-path.ts';
import type { SamlSignIn } from './saml/saml-sign-in.ts';
import { callbackAddress, isSecure } from './site-addresses.ts';
import type { SsoVisitorRedirect } from './visitor-redirect.ts';

interface SignInParts {
  readonly store: ConnectionStore;
  readonly oidc: () => Promise<OidcClient>;
  readonly saml: SamlSignIn;
  readonly loginRedirect: SsoLoginRedirect;
  readonly visitors: SsoVisitorRedirect;
  readonly sessions: Sessions;
  readonly workspaces: Workspaces;
  readonly secrets: Secrets;
  readonly server: HttpServer;
}

/** Beginnings and ends of sign-ins from one address in a quarter of an hour: offices share one. */
const PER_ADDRESS = 300;

/** Connections that one address is offered. */
const WAYS = 20;

/** What a sign-in or a visit ends in. */
type Aim = Pick<Attempt, 'returnTo' | 'visit'>;

/** What a page of a SAML provider sends. */
export interface SamlForm {
  readonly SAMLResponse: string;
  readonly RelayState?: string;
}

/** Signing in, or visiting, over a connection: the browser goes to the provider, and comes back with what it says. */
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

  async start(connectionId: string, given: string, request: RouteRequest): Promise<Reply> {
    const returnTo = returnPath(given);
    if (returnTo === null) throw invalidReturn();
    return this.#toProvider(connectionId, { returnTo }, request);
  }

  /** A visitor of an app begins. The app is looked at when the proof is shown: who begins learns nothing of it. */
  startVisit(connectionId: string, visit: VisitAim, request: RouteRequest): Promise<Reply> {
    return this.#toProvider(connectionId, { returnTo: '/', visit }, request);
  }

  /** The end over OpenID Connect. */
  async finish(request: RouteRequest): Promise<Reply> {
    const { oidc, sessions, secrets, server } = this.#parts;
    const { query, headers, address } = request;
    await sessions.countAttempt(`sso-finish/${address}`, PER_ADDRESS);
    const attempt = attemptIn(secrets, headers.cookie);
    if (attempt?.kind !== 'oidc' || query.state !== attempt.checks.state) throw signInOver();
    const connection = await this.#connection(attempt.connectionId);
    if (connection.kind !== 'oidc' || connection.settings.issuer !== attempt.provider) throw signInOver();
    const answer = new URL(callbackAddress(server));
    for (const [name, value] of Object.entries(query)) answer.searchParams.set(name, String(value));
    const prove = async () => (await oidc()).finish(oidcTarget(secrets, connection), answer, attempt.checks);
    return this.#arrive(connection, { prove, aim: attempt }, request);
  }

  /** The end over SAML. */
  async accept(connectionId: string, { SAMLResponse, RelayState }: SamlForm, request: RouteRequest): Promise<Reply> {
    const { saml, sessions, secrets } = this.#parts;
    await sessions.countAttempt(`sso-finish/${request.address}`, PER_ADDRESS);
    const connection = await this.#connection(connectionId);
    if (connection.kind !== 'saml') throw noConnection();
    const relayState = RelayState ?? '';
    const begun = saml.begun(connection, attemptIn(secrets, request.headers.cookie), relayState);
    const prove = () => saml.finish(connection, SAMLResponse, begun);
    return this.#arrive(connection, { prove, aim: begun ?? { returnTo: returnPath(relayState) ?? '/' } }, request);
  }

  /** What a SAML provider wants to know of us; also before the connection is complete, for the provider may ask first. */
  async metadata(connectionId: string): Promise<string> {
    const connection = await this.#known(connectionId);
    if (connection?.kind !== 'saml') throw noConnection();
    return this.#parts.saml.metadata(connection);
  }

  async #toProvider(connectionId: string, aim: Aim, { address }: RouteRequest): Promise<Reply> {
    const { sessions, secrets, server } = this.#parts;
    await sessions.countAttempt(`sso-start/${address}`, PER_ADDRESS);
    const { url, attempt } = await this.#begun(await this.#connection(connectionId), aim);
    return redirect(url, [attemptCookie(secrets, attempt, isSecure(server))]);
  }

  async #arrive(
    connection: Connection,
    { prove, aim }: { prove: () => Promise<Profile>; aim: Aim },
    request: RouteRequest,
  ): Promise<Reply> {
    const { loginRedirect, visitors } = this.#parts;
    if (aim.visit !== undefined) return visitors.complete(connection, { aim: aim.visit, prove }, request);
    return loginRedirect.complete(connection, { profile: await prove(), returnTo: aim.returnTo }, request);
  }

  async #begun(connection: Connection, { returnTo, visit }: Aim): Promise<{ url: string; attempt: Attempt }> {
    const { oidc, saml, secrets, server } = this.#parts;
    const facts = { connectionId: connection.id, returnTo, ...(visit !== undefined && { visit }) };
    if (connection.kind === 'saml') {
      const { url, checks } = await saml.begin(connection);
      return { url, attempt: { ...facts, kind: 'saml', provider: connection.settings.trust, checks } };
    }
    const client = await oidc();
    const { url, checks } = await client.begin(oidcTarget(secrets, connection), callbackAddress(server));
    return { url: url.href, attempt: { ...facts, kind: 'oidc', provider: connection.settings.issuer, checks } };
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
