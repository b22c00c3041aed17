import { createHash, randomBytes } from 'node:crypto';
import { isPlatformError } from '#kernel';
import type { Egress, EgressRequest } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { AccountStore } from './account-store.ts';
import type { AccountOwner, AccountProvider, ConnectedAccounts, ConnectWay, Tokens } from './contract.ts';
import { attemptOver, notSetUp, refused, unknownProvider } from './failures.ts';
import type { GrantStore } from './grant-store.ts';
import { MAIN } from './grants.ts';
import { jsonOf } from './person.ts';
import type { Providers } from './providers.ts';
import { returnPath } from './return-path.ts';
import type { Sealed } from './sealed.ts';
import { askForTokens, TokenRefusal } from './token-endpoint.ts';

/** `isWhole`: for all that is known of the account, in the place of every grant it has. */
type Ask = Parameters<ConnectedAccounts['begin']>[0] & { readonly isWhole?: boolean };

/** What the states of visitors begin with: their browsers end where web apps are, which may be another host. */
export const VISITOR = 'v.';

/** What is kept of a consent on its way. */
interface Attempt {
  /** Apart from what else is on its way. */
  readonly what: 'consent';
  readonly owner: AccountOwner;
  readonly provider: string;
  readonly baseUrl: string;
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly verifier: string;
  readonly returnTo: string;
  readonly person: string | null;
  readonly isPicking: boolean;
  /** Of a visitor: the app they visit. */
  readonly appId?: string;
  /** What comes of it takes the place of every other grant. */
  readonly isWhole?: boolean;
}

/** An attempt that came back, with its workspace. */
export interface TakenAttempt extends Attempt {
  readonly workspaceId: string;
}

export interface AttemptParts {
  readonly accounts: AccountStore;
  readonly store: GrantStore;
  readonly sealed: Sealed;
  readonly providers: Providers;
  readonly egress: Egress;
  readonly secrets: Pick<Secrets, 'hash'>;
  /** Where services send browsers back to. */
  readonly callbackUrl: () => string;
}

/** Connects accounts: consent in a browser (OAuth 2 with PKCE, RFC 7636), or a token that somebody pastes. */
export class Attempts {
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** What is asked of which client for capabilities. Throws `connected-accounts.unknown_provider`, `connected-accounts.not_set_up`. */
  async wanted(ask: Pick<Ask, 'workspaceId' | 'provider' | 'baseUrl' | 'capabilities' | 'isWhole'>) {
    const { providers } = this.#parts;
    const provider = providers.get(ask.provider);
    if (ask.capabilities.length === 0 || !provider.ways.includes('oauth')) throw unknownProvider();
    const client = await providers.client(ask.workspaceId, provider, ask.baseUrl);
    if (client === null) throw notSetUp(provider.label);
    const allowed = providers.capabilities(provider, client);
    const wanted = ask.capabilities.map((id) => allowed.get(id));
    const isWhole = ask.isWhole === true;
    const isAlone = !isWhole && wanted.some((capability) => capability?.isAlone === true);
    if (wanted.includes(undefined) || (isAlone && wanted.length > 1)) throw unknownProvider();
    const needed = wanted.flatMap((capability) => capability?.scopes ?? []);
    const scopes = isAlone ? needed : [...new Set([...provider.identityScopes, ...needed])];
    return { provider, client, scopes, kind: isAlone ? (ask.capabilities[0] ?? MAIN) : MAIN };
  }

  /** Where the browser goes, and the state it comes back with. */
  async begin(ask: Ask): Promise<{ readonly url: string; readonly state: string }> {
    const { store, sealed, secrets, callbackUrl, egress } = this.#parts;
    const returnTo = returnPath(ask.returnTo);
    if (returnTo === null) throw unknownProvider();
    const { provider, client, scopes, kind } = await this.wanted(ask);
    const isAlone = kind !== MAIN;
    const [state, verifier] = [`${ask.owner.startsWith('end_user:') ? VISITOR : ''}${secret()}`, secret()];
    const isPicking = ask.isPicking === true;
    const url = new URL(provider.endpoints(client.baseUrl).authorize);
    const parameters = {
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: callbackUrl(),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...provider.authorizeParameters({ isAlone, isPicking }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    // The browser goes there, not we: it must be an address that could be asked all the same.
    await egress.check(url.href);
    const attempt: Attempt = {
      what: 'consent',
      ...{ owner: ask.owner, provider: provider.id, baseUrl: client.baseUrl, scopes, verifier, returnTo, isPicking },
      ...{ kind, person: ask.person },
      ...(ask.appId !== undefined && { appId: ask.appId }),
      ...(ask.isWhole === true && { isWhole: true }),
    };
    await store.begin(ask.workspaceId, secrets.hash(state), sealed.seal(ask.workspaceId, 'attempt', attempt));
    return { url: url.href, state };
  }

  /** Whose consent comes back; each state counts once, and only for a few minutes. */
  async take(state: string): Promise<TakenAttempt> {
    const { store, sealed, secrets } = this.#parts;
    const stored = await store.take(secrets.hash(state));
    if (stored === null) throw attemptOver();
    const { workspaceId } = stored;
    const attempt = sealed.open<Attempt>(workspaceId, 'attempt', stored.sealed);
    if (attempt.what !== 'consent') throw attemptOver();
    return { workspaceId, ...attempt };
  }

  /** Ends it with the code that came back. Answers the account's id. */
  async finish(attempt: TakenAttempt, code: string): Promise<string> {
    const { providers, egress, callbackUrl } = this.#parts;
    const provider = providers.get(attempt.provider);
    const client = await providers.client(attempt.workspaceId, provider, attempt.baseUrl);
    if (client === null) throw notSetUp(provider.label);
    const fields = {
      ...{ grant_type: 'authorization_code', code },
      ...{ redirect_uri: callbackUrl(), code_verifier: attempt.verifier },
    };
    let tokens: Tokens;
    try {
      tokens = await askForTokens(egress, { provider, client, fields, scopes: attempt.scopes });
    } catch (error) {
      if (error instanceof TokenRefusal) throw refused(provider.label, `it refused (${error.error})`);
      throw error;
    }
    return await this.save(attempt, provider, { tokens, way: 'oauth', username: '' });
  }

  /** Connects with a token that somebody made at the service. */
  async paste(
    given: { readonly workspaceId: string; readonly owner: AccountOwner; readonly baseUrl: string },
    provider: AccountProvider,
    { token, username }: { readonly token: string; readonly username: string },
  ): Promise<string> {
    const { egress } = this.#parts;
    await egress.check(given.baseUrl);
    // What such a token may do, services rarely tell: it counts as good for all, and each says so when it refuses.
    const scopes = Object.values(provider.capabilities).flatMap((capability) => capability.scopes);
    const accessToken = provider.hasUsername === true ? `${username}:${token}` : token;
    const tokens: Tokens = { accessToken, scopes, expiresAt: null };
    return await this.save({ ...given, kind: MAIN }, provider, { tokens, way: 'token', username });
  }

  /** The account that tokens are for, new or known. Answers its id. */
  async save(
    {
      workspaceId,
      owner,
      baseUrl,
      kind,
      appId = null,
      isWhole = false,
    }: Pick<TakenAttempt, 'workspaceId' | 'owner' | 'baseUrl' | 'kind'> & {
      readonly appId?: string | null;
      readonly isWhole?: boolean;
    },
    provider: AccountProvider,
    { tokens, way, username }: { readonly tokens: Tokens; readonly way: ConnectWay; readonly username: string },
  ): Promise<string> {
    const { accounts, store, sealed } = this.#parts;
    const person = await this.#identify(provider, { baseUrl, tokens, username });
    const known = (await accounts.list(workspaceId, owner)).filter(
      (other) => other.provider === provider.id && other.baseUrl === baseUrl,
    );
    // Tokens that don't tell the lasting subject are of the account with that name, and the other way round.
    const twin = known.find(
      ({ subject, label }) =>
        label.toLowerCase() === person.label.toLowerCase() &&
        subject.startsWith('~') !== person.subject.startsWith('~'),
    );
    const subject = twin !== undefined && person.subject.startsWith('~') ? twin.subject : person.subject;
    if (twin !== undefined && twin.subject !== subject) await accounts.rename(workspaceId, twin.id, subject);
    const { label } = person;
    const id = await accounts.save({ workspaceId, owner, provider: provider.id, baseUrl, subject, label, way, appId });
    const before = (await store.grants(workspaceId, [id])).find((grant) => grant.kind === kind);
    const kept = before === undefined ? undefined : sealed.open<Tokens>(workspaceId, 'grant', before.sealed);
    // Some services give a refresh token with the first consent alone.
    const refreshToken = tokens.refreshToken ?? (way === 'oauth' ? kept?.refreshToken : undefined);
    const whole: Tokens = { ...tokens, ...(refreshToken !== undefined && { refreshToken }) };
    const grant = { accountId: id, kind, scopes: whole.scopes, sealed: sealed.seal(workspaceId, 'grant', whole) };
    await store.save(workspaceId, grant);
    if (isWhole) await store.removeOthers(workspaceId, id, kind);
    // Whoever takes everything back at a service ends all grants, and one consent mends its own.
    const isMended = (await store.grants(workspaceId, [id])).every(({ isRefused }) => !isRefused);
    if (isMended) await accounts.setReason(workspaceId, id, null);
    return id;
  }

  async #identify(
    provider: AccountProvider,
    { baseUrl, tokens, username }: { readonly baseUrl: string; readonly tokens: Tokens; readonly username: string },
  ) {
    const { egress } = this.#parts;
    const { accessToken, scopes } = tokens;
    const send = async (url: string, more: Readonly<Record<string, string>> = {}) => {
      const authorization = provider.authorization?.(accessToken, new URL(url)) ?? `Bearer ${accessToken}`;
      const headers: [string, string][] = [
        ['authorization', authorization],
        ['accept', 'application/json'],
        ...Object.entries(more),
      ];
      const request: EgressRequest = { url, method: 'GET', headers, decompress: true, headersTimeout: 15_000 };
      return await jsonOf(await egress.request(request));
    };
    try {
      return await provider.identify(send, { baseUrl, scopes, username });
    } catch (error) {
      if (isPlatformError(error)) throw error;
      throw refused(provider.label, 'it did not say whose account it is');
    }
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
