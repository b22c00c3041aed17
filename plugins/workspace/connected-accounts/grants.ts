import { currentTime } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { StoredAccount } from './account-store.ts';
import type { AccountProvider, Tokens } from './contract.ts';
import { broken, missingCapability, notSetUp, unavailable } from './failures.ts';
import type { GrantStore, StoredGrant } from './grant-store.ts';
import type { Providers } from './providers.ts';
import { Renewals } from './renewals.ts';
import type { Sealed } from './sealed.ts';
import { askForTokens, TokenRefusal } from './token-endpoint.ts';

/** The kind of what was not asked for alone. */
export const MAIN = 'main';

/** A grant, opened. Secret. */
export interface OpenGrant extends StoredGrant {
  readonly tokens: Tokens;
}

export interface GrantParts {
  readonly store: GrantStore;
  readonly sealed: Sealed;
  readonly providers: Providers;
  readonly egress: Egress;
  /** The service refuses the account from now on. */
  readonly setBroken: (account: StoredAccount, grant: StoredGrant, reason: string) => Promise<void>;
}

/** Renewed when less than this is left; a random part of it apart, so that processes don't all begin at once. */
const EARLY_MS = 300_000;
const JITTER_MS = 30_000;

/** Tokens of accounts: found for each request, and renewed once for all processes that need it. */
export class Grants {
  readonly #parts: GrantParts;
  readonly #renewals = new Renewals<OpenGrant>();

  constructor(parts: GrantParts) {
    this.#parts = parts;
  }

  /** The grant that a capability is used with, good for the next minutes. Throws `connected-accounts.missing_capability`. */
  async find(account: StoredAccount, provider: AccountProvider, capability: string): Promise<OpenGrant> {
    const grants = await this.#parts.store.grants(account.workspaceId, [account.id]);
    const fits = grants.filter((grant) => this.#parts.providers.granted(provider, grant.scopes).includes(capability));
    const [good, refused] = [fits.filter(({ isRefused }) => !isRefused), fits[0]];
    const found = good.find(({ kind }) => kind === capability) ?? good[0] ?? refused;
    if (found === undefined)
      throw missingCapability(account.label, provider.capabilities[capability]?.title ?? capability);
    if (found.isRefused) throw broken(account.label, account.reason ?? 'the service refuses it');
    const grant = this.#open(account, found);
    const { expiresAt, refreshToken } = grant.tokens;
    const left = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - currentTime();
    if (refreshToken === undefined || left > EARLY_MS - Math.random() * JITTER_MS) return grant;
    try {
      return await this.renewed(account, provider, grant);
    } catch (error) {
      // A service that can't be asked does not end what is still good.
      if (left > 0 && (error as { kind?: unknown }).kind === 'unavailable') return grant;
      throw error;
    }
  }

  /** In place of `stale`, which the service takes no more, or not for long. */
  renewed(account: StoredAccount, provider: AccountProvider, stale: OpenGrant): Promise<OpenGrant> {
    const { store } = this.#parts;
    return this.#renewals.once(stale.id, {
      read: async () => {
        const found = (await store.grants(account.workspaceId, [account.id])).find(({ id }) => id === stale.id);
        if (found === undefined) throw broken(account.label, 'it was disconnected');
        return this.#open(account, found);
      },
      isRenewed: ({ version }) => version !== stale.version,
      lease: (found) => store.lease(account.workspaceId, found),
      refresh: (found) => this.#refresh(account, provider, found),
      late: () => unavailable(provider.label),
    });
  }

  #open({ workspaceId }: StoredAccount, grant: StoredGrant): OpenGrant {
    return { ...grant, tokens: this.#parts.sealed.open<Tokens>(workspaceId, 'grant', grant.sealed) };
  }

  async #refresh(account: StoredAccount, provider: AccountProvider, stale: OpenGrant): Promise<OpenGrant> {
    const { store, sealed, providers, egress, setBroken } = this.#parts;
    const { workspaceId } = account;
    try {
      const client = await providers.client(workspaceId, provider, account.baseUrl);
      if (client === null) throw notSetUp(provider.label);
      const { refreshToken = '' } = stale.tokens;
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const given = await askForTokens(egress, { provider, client, fields, scopes: stale.scopes });
      // Services that don't rotate answer without one: the old one goes on.
      const tokens: Tokens = { refreshToken, ...given };
      const next = { sealed: sealed.seal(workspaceId, 'grant', tokens), scopes: tokens.scopes };
      // Stored before anybody uses it: the old one may be over from now on.
      if (!(await store.renew(workspaceId, stale, next))) throw broken(account.label, 'it was disconnected');
      return { ...stale, ...next, version: stale.version + 1, tokens };
    } catch (error) {
      if (error instanceof TokenRefusal) {
        const reason = reasonOf(provider, error);
        await setBroken(account, stale, reason);
        await store.release(workspaceId, stale.id);
        throw broken(account.label, reason);
      }
      await store.release(workspaceId, stale.id);
      throw error;
    }
  }
}

function reasonOf(provider: AccountProvider, { error, subtype }: TokenRefusal): string {
  const own = provider.explain?.(error, subtype) ?? null;
  if (own !== null) return own;
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return `${provider.label} does not know the client id and secret any more`;
  return `access was taken back at ${provider.label}, the password was changed, or it was not used for a long time`;
}
