import type { Logger } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { AccountStore, Loan, StoredAccount } from './account-store.ts';
import type { Attempts } from './attempts.ts';
import type { AccountOwner, AccountState, ConnectedAccount, ConnectedAccounts, Tokens } from './contract.ts';
import { noAccount, notAllowed, unknownProvider } from './failures.ts';
import type { GrantStore } from './grant-store.ts';
import { MAIN } from './grants.ts';
import type { Providers } from './providers.ts';
import type { Requests } from './requests.ts';
import type { Sealed } from './sealed.ts';
import { ROOT, stateCookie, VISITOR_ROOT } from './state-cookie.ts';
import { tellRevoked } from './token-endpoint.ts';

export interface AccountsParts {
  readonly store: AccountStore;
  readonly grants: GrantStore;
  readonly sealed: Sealed;
  readonly providers: Providers;
  readonly attempts: Attempts;
  readonly requests: Requests;
  readonly egress: Egress;
  /** Whether browsers reach the routes below a root by https. */
  readonly isSecure: (root: string) => boolean;
  readonly changed: (account: StoredAccount, state: AccountState | 'gone') => void;
  readonly logger: Logger;
}

/** Connected accounts of people and workspaces. */
export class AccountsService implements ConnectedAccounts {
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  async list(workspaceId: string, owner: AccountOwner): Promise<readonly ConnectedAccount[]> {
    return await this.#whole(workspaceId, await this.#parts.store.list(workspaceId, owner));
  }

  async get(workspaceId: string, accountId: string): Promise<ConnectedAccount | null> {
    const found = await this.#parts.store.get(workspaceId, accountId);
    return found === null ? null : ((await this.#whole(workspaceId, [found]))[0] ?? null);
  }

  async find(
    workspaceId: string,
    {
      owner,
      provider,
      capability,
    }: { readonly owner: AccountOwner; readonly provider: string; readonly capability: string },
  ): Promise<ConnectedAccount | null> {
    const usable = async (of: AccountOwner) =>
      (await this.list(workspaceId, of)).filter(
        (account) => account.provider === provider && account.capabilities.includes(capability),
      );
    const own = await usable(owner);
    const isVisitor = owner.startsWith('end_user:');
    // Whose own stands still is told so: nobody goes on as somebody else without a word.
    const fits =
      own.length > 0 ? own : (await usable('workspace')).filter(({ forVisitors }) => forVisitors || !isVisitor);
    return fits.find(({ state }) => state === 'ready') ?? fits[0] ?? null;
  }

  request(...given: Parameters<ConnectedAccounts['request']>): ReturnType<ConnectedAccounts['request']> {
    return this.#parts.requests.send(...given);
  }

  async lend({ workspaceId, accountId, to, by }: Parameters<ConnectedAccounts['lend']>[0]): Promise<void> {
    const account = await this.#parts.store.get(workspaceId, accountId);
    if (account === null) throw noAccount();
    if (account.owner === 'workspace') return;
    if (account.owner !== by) throw notAllowed('An account is lent by the person whose it is.');
    await this.#parts.store.lend(workspaceId, accountId, to);
  }

  async giveBack(workspaceId: string, to: Parameters<ConnectedAccounts['giveBack']>[1]): Promise<void> {
    await this.#parts.store.endLoans(workspaceId, to);
  }

  async begin(
    ask: Parameters<ConnectedAccounts['begin']>[0] & { readonly isWhole?: boolean },
  ): Promise<{ readonly url: string; readonly cookie: string }> {
    const { attempts, isSecure } = this.#parts;
    const { url, state } = await attempts.begin(ask);
    const root = ask.owner.startsWith('end_user:') ? VISITOR_ROOT : ROOT;
    return { url, cookie: stateCookie(state, isSecure(root), root) };
  }

  /** To allow the same again, or more, where it is connected already. */
  async beginAgain(
    account: ConnectedAccount,
    ask: { readonly capabilities: readonly string[]; readonly returnTo: string; readonly person: string | null },
  ): Promise<{ readonly url: string; readonly cookie: string }> {
    const { workspaceId, owner, provider, baseUrl, capabilities } = account;
    const { providers } = this.#parts;
    const found = providers.get(provider);
    const allowed = providers.capabilities(found, await providers.client(workspaceId, found, baseUrl));
    const all = [...new Set([...capabilities, ...ask.capabilities])].filter((id) => allowed.has(id));
    return await this.begin({ ...ask, workspaceId, owner, provider, baseUrl, capabilities: all, isWhole: true });
  }

  async paste(
    given: {
      readonly workspaceId: string;
      readonly owner: AccountOwner;
      readonly provider: string;
      readonly baseUrl: string;
    },
    secret: { readonly token: string; readonly username: string },
  ): Promise<ConnectedAccount> {
    const provider = this.#parts.providers.get(given.provider);
    if (!provider.ways.includes('token')) throw unknownProvider();
    return await this.connected(given.workspaceId, await this.#parts.attempts.paste(given, provider, secret));
  }

  /** Told that an account was connected, or again: what stood still because of it goes on. */
  async connected(workspaceId: string, accountId: string): Promise<ConnectedAccount> {
    const account = await this.get(workspaceId, accountId);
    if (account === null) throw noAccount();
    if (account.state === 'ready') this.#parts.changed(account, 'ready');
    return account;
  }

  async loans(workspaceId: string, accounts: readonly { readonly id: string }[]): Promise<readonly Loan[]> {
    return await this.#parts.store.loans(
      workspaceId,
      accounts.map(({ id }) => id),
    );
  }

  async offers(workspaceId: string, providerId: string, capability: string): Promise<boolean> {
    const { providers } = this.#parts;
    const provider = providers.get(providerId);
    const client = await providers.client(workspaceId, provider);
    return client !== null && providers.capabilities(provider, client).has(capability);
  }

  async disconnect(workspaceId: string, owner: AccountOwner, accountId: string): Promise<void> {
    const account = await this.get(workspaceId, accountId);
    if (account === null || account.owner !== owner) throw noAccount();
    await this.end(account);
  }

  async forget(workspaceId: string, owner: AccountOwner): Promise<void> {
    for (const account of await this.#parts.store.list(workspaceId, owner)) {
      // Another attempt may have been faster.
      await this.end(account).catch((error: { readonly code?: string }) => {
        if (error.code !== 'connected-accounts.not_found') throw error;
      });
    }
  }

  /** Forgets the tokens. The service is told where that ends nothing else there. */
  async end(account: StoredAccount): Promise<void> {
    const { store, changed } = this.#parts;
    const tell = await this.#revocation(account);
    if (!(await store.remove(account.workspaceId, account.id))) throw noAccount();
    changed(account, 'gone');
    // Behind the answer: a service that does not answer must not keep anybody from disconnecting.
    tell().catch((error) =>
      this.#parts.logger.info({ err: error }, 'a service was not told that an account is disconnected'),
    );
  }

  /** Where several here stand on one consent (the same person at the same client), telling would end the others too. */
  async #revocation({
    id,
    workspaceId,
    provider: providerId,
    baseUrl,
    subject,
    way,
  }: StoredAccount): Promise<() => Promise<void>> {
    const { store, grants, sealed, providers, egress } = this.#parts;
    const provider = providers.all().find(({ id: known }) => known === providerId);
    // Its plugin is not there any more: nobody knows how to tell it.
    if (provider === undefined) return async () => {};
    const client = await providers.client(workspaceId, provider, baseUrl);
    const others = await store.list(workspaceId);
    const isShared = others.some(
      (other) => other.id !== id && other.provider === providerId && other.subject === subject,
    );
    // The operator's client may also sign people in, and serve other workspaces; a workspace's own is for its accounts alone.
    const isOwn = (await providers.own(workspaceId)).some(
      (each) => each.provider === providerId && each.client.baseUrl === baseUrl,
    );
    if (way === 'token' || client === null || isShared || !isOwn) return async () => {};
    const main = (await grants.grants(workspaceId, [id])).find(({ kind }) => kind === MAIN);
    if (main === undefined) return async () => {};
    const tokens = sealed.open<Tokens>(workspaceId, 'grant', main.sealed);
    return () => tellRevoked(egress, provider, client, tokens.refreshToken ?? tokens.accessToken);
  }

  async #whole(workspaceId: string, accounts: readonly StoredAccount[]): Promise<readonly ConnectedAccount[]> {
    const { grants, providers } = this.#parts;
    const stored = await grants.grants(
      workspaceId,
      accounts.map(({ id }) => id),
    );
    return accounts.flatMap((account) => {
      const provider = providers.all().find(({ id }) => id === account.provider);
      // Its plugin is not there any more: neither is what it could be used for.
      if (provider === undefined) return [];
      const own = stored.filter(({ accountId }) => accountId === account.id);
      const capabilities = [...new Set(own.flatMap(({ scopes }) => providers.granted(provider, scopes)))];
      return [{ ...account, capabilities, services: provider.services(account.baseUrl) }];
    });
  }
}
