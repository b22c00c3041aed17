import { type HttpServer, languageOf, type Reply, type RouteRequest } from '#http';
import { type Logger, PlatformError } from '#kernel';
import type { Account, Accounts, Sessions, SignedIn } from '#plugins/accounts/contract.ts';
import { callbackPaths, type InstallationClient, type OAuthClients } from '#plugins/oauth-clients/contract.ts';
import { redirect, returnPath } from '#plugins/sso/contract.ts';
import type { AccountLinks } from './account-links.ts';
import type { Attempt, SignInCookies } from './cookies.ts';
import { invalidReturn, noService, signInOver } from './failures.ts';
import type { IdentityStore } from './identity-store.ts';
import type { Person } from './person.ts';
import { mayProve, type ServiceClient, trustOf } from './service-client.ts';
import type { SignInAccounts } from './sign-in-accounts.ts';

interface FlowParts {
  readonly clients: OAuthClients;
  readonly service: ServiceClient;
  readonly people: SignInAccounts;
  readonly identities: IdentityStore;
  readonly links: AccountLinks;
  readonly cookies: SignInCookies;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly server: HttpServer;
  readonly logger: Logger;
}

/** What somebody goes to a service for. */
export interface Aim {
  readonly returnTo: string;
  readonly linkTo?: string;
  readonly invitation?: string;
}

/** Where a browser is sent, and what it keeps. */
export interface Begun {
  readonly url: string;
  readonly cookie: string;
}

/** Beginnings and ends of sign-ins from one address in a quarter of an hour: offices share one. */
const PER_ADDRESS = 300;

/** Signing in with a service: the browser goes there, and comes back with what the service says. */
export class SignInFlow {
  readonly #parts: FlowParts;

  constructor(parts: FlowParts) {
    this.#parts = parts;
  }

  /** Those that people can sign in with. */
  async offered(): Promise<readonly InstallationClient[]> {
    return (await this.#parts.clients.list()).filter(mayProve);
  }

  /** Throws `sign-in-providers.no_service`, `.invalid_return`, `sso.provider_failed`, and what the guarded client says. */
  async begin(provider: string, { returnTo: given, ...aim }: Aim, { address }: RouteRequest): Promise<Begun> {
    const { sessions, service, cookies } = this.#parts;
    const returnTo = returnPath(given);
    if (returnTo === null) throw invalidReturn();
    await sessions.countAttempt(`sign-in-begin/${address}`, PER_ADDRESS);
    const client = await this.#client(provider);
    const { url, checks } = await service.begin(client, this.#callback());
    const attempt = { owner: provider, trust: trustOf(client), checks, returnTo, ...aim };
    return { url: url.href, cookie: cookies.attempt(attempt) };
  }

  /** The end: whatever comes of it, a page says it. */
  async finish(request: RouteRequest): Promise<Reply> {
    const { cookies, logger } = this.#parts;
    const attempt = cookies.attemptIn(request.headers.cookie);
    try {
      return await this.#finish(attempt, request);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.info({ provider: attempt?.owner, code: error.code }, 'a sign-in with a service was refused');
      const page = attempt?.linkTo === undefined ? '/sign-in' : '/account/security';
      const about = new URLSearchParams({ refused: error.wireCode });
      if (attempt !== null) about.set('service', attempt.owner);
      if (attempt !== null && attempt.linkTo === undefined) about.set('return_to', attempt.returnTo);
      return redirect(`${page}?${about}`, [cookies.noAttempt()]);
    }
  }

  /** The second factor of who was proved in this browser. Throws what `Sessions.proveCode` throws, and `.sign_in_over`. */
  async code(
    given: string,
    request: RouteRequest,
  ): Promise<{ readonly signedIn: SignedIn; readonly returnTo: string }> {
    const { cookies, identities, sessions } = this.#parts;
    const waiting = cookies.codeIn(request.headers.cookie);
    // The link may have been taken away since.
    const accountId = waiting === null ? null : await identities.find(waiting);
    if (waiting === null || accountId === null) throw signInOver();
    await sessions.proveCode(accountId, given);
    return { signedIn: await this.#start(accountId, waiting.owner, request), returnTo: waiting.returnTo };
  }

  async #finish(attempt: Attempt | null, request: RouteRequest): Promise<Reply> {
    const { sessions, service, links, cookies } = this.#parts;
    const { query, address } = request;
    await sessions.countAttempt(`sign-in-finish/${address}`, PER_ADDRESS);
    if (attempt === null || query.state !== attempt.checks.state) throw signInOver();
    const client = await this.#client(attempt.owner);
    if (trustOf(client) !== attempt.trust) throw signInOver();
    const answer = new URL(this.#callback());
    for (const [name, value] of Object.entries(query)) answer.searchParams.set(name, String(value));
    const person = await service.finish(client, answer, attempt.checks);
    if (attempt.linkTo === undefined) return this.#arrive(client, { person, attempt }, request);
    await links.link(person, attempt.linkTo, request);
    const to = `${attempt.returnTo}?${new URLSearchParams({ linked: client.provider })}`;
    return redirect(to, [cookies.noAttempt()]);
  }

  async #arrive(
    client: InstallationClient,
    { person, attempt }: { readonly person: Person; readonly attempt: Attempt },
    request: RouteRequest,
  ): Promise<Reply> {
    const { people, cookies, sessions } = this.#parts;
    const { returnTo, invitation } = attempt;
    const language = languageOf(request.headers['accept-language']);
    const found = await people.accountFor(client, person, { invitation, language });
    const { account } = found;
    const { issuer, subject, email } = person;
    const owner = client.provider;
    if (found.is === 'waiting') {
      const kept = cookies.link({ owner, issuer, subject, email, accountId: account.id });
      return redirect(this.#signInPage({ link: owner, return_to: returnTo }), [cookies.noAttempt(), kept]);
    }
    if (account.hasSecondFactor) {
      const kept = cookies.code({ owner, issuer, subject, returnTo });
      return redirect(this.#signInPage({ code: owner, return_to: returnTo }), [cookies.noAttempt(), kept]);
    }
    const signedIn = await this.#start(account.id, owner, request);
    return redirect(returnTo, [...sessions.cookies(signedIn), cookies.noAttempt(), cookies.noLink(), cookies.noCode()]);
  }

  #signInPage(about: Readonly<Record<string, string>>): string {
    return `/sign-in?${new URLSearchParams(about)}`;
  }

  async #start(accountId: Account['id'], service: string, { headers, address }: RouteRequest): Promise<SignedIn> {
    const { sessions, logger } = this.#parts;
    const signedIn = await sessions.start(accountId, { userAgent: headers['user-agent'] ?? '', address, service });
    logger.info({ provider: service, accountId }, 'signed in with a service');
    return signedIn;
  }

  async #client(provider: string): Promise<InstallationClient> {
    const client = await this.#parts.clients.of(provider);
    if (client === null || !mayProve(client)) throw noService();
    return client;
  }

  #callback(): string {
    return this.#parts.server.publicUrl('console') + callbackPaths.signIn;
  }
}
