import type { Egress, EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import type { AccountProvider, AccountUse } from './contract.ts';
import { broken, foreignAddress, noAccount, notAllowed } from './failures.ts';
import type { StoredGrant } from './grant-store.ts';
import type { Grants, OpenGrant } from './grants.ts';
import { jsonOf } from './person.ts';
import type { Providers } from './providers.ts';
import type { Uses } from './uses.ts';

export interface RequestParts {
  readonly store: AccountStore;
  readonly grants: Grants;
  readonly providers: Providers;
  readonly egress: Egress;
  readonly members: Pick<Members, 'find'>;
  readonly uses: Uses;
  readonly setBroken: (account: StoredAccount, grant: StoredGrant, reason: string) => Promise<void>;
}

/** Sends requests with the tokens of accounts; whoever asks never sees one. */
export class Requests {
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  async send(use: AccountUse, request: EgressRequest): Promise<EgressResponse> {
    const { store, grants, providers, uses } = this.#parts;
    const account = await store.get(use.workspaceId, use.accountId);
    if (account === null) throw noAccount();
    await this.#checkUser(account, use);
    const provider = providers.get(account.provider);
    const url = checkedAddress(provider, account, request.url);
    const grant = await grants.find(account, provider, use.capability);
    uses.count(use);
    const response = await this.#sent(provider, { request, url }, grant);
    if (response.status !== 401) return response;
    return await this.#again(account, { provider, grant, first: response }, { request, url });
  }

  /** The token may have ended before its time. */
  async #again(
    account: StoredAccount,
    { provider, grant, first }: { provider: AccountProvider; grant: OpenGrant; first: EgressResponse },
    target: { readonly request: EgressRequest; readonly url: URL },
  ): Promise<EgressResponse> {
    let next = grant;
    if (grant.tokens.refreshToken !== undefined) {
      first.body.destroy();
      next = await this.#parts.grants.renewed(account, provider, grant);
      const second = await this.#sent(provider, target, next);
      if (second.status !== 401) return second;
      return await this.#checkAccount(account, provider, next, second);
    }
    return await this.#checkAccount(account, provider, next, first);
  }

  /** A service may refuse one thing and know the account all the same: it is asked who this is before the account counts as broken. */
  async #checkAccount(
    account: StoredAccount,
    provider: AccountProvider,
    grant: OpenGrant,
    answer: EgressResponse,
  ): Promise<EgressResponse> {
    let isRefused = provider.id === 'git';
    const send = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
      const request = { url, method: 'GET', headers: Object.entries(headers) };
      const response = await this.#sent(provider, { request, url: new URL(url) }, grant);
      if (response.status === 401) isRefused = true;
      return await jsonOf(response);
    };
    const facts = { baseUrl: account.baseUrl, scopes: grant.scopes, username: account.subject };
    await provider.identify(send, facts).catch(() => {});
    if (!isRefused) return answer;
    answer.body.destroy();
    const reason =
      account.way === 'token'
        ? 'the token is refused; it was taken back, or has ended'
        : `access was taken back at ${provider.label}`;
    await this.#parts.setBroken(account, grant, reason);
    throw broken(account.label, reason);
  }

  #sent(
    provider: AccountProvider,
    { request, url }: { request: EgressRequest; url: URL },
    { tokens }: OpenGrant,
  ): Promise<EgressResponse> {
    const { accessToken } = tokens;
    const authorization = provider.authorization?.(accessToken, url) ?? `Bearer ${accessToken}`;
    const others = (request.headers ?? []).filter(([name]) => name.toLowerCase() !== 'authorization');
    // No redirect is followed: where one leads is for the caller to ask for, and for the rule about addresses to allow.
    const headers: [string, string][] = [
      ['authorization', authorization],
      ...others.map(([a, b]): [string, string] => [a, b]),
    ];
    return this.#parts.egress.request({ ...request, headers, maxRedirects: 0 });
  }

  /** A person's own account works for that person, and for what they lent it to; a workspace's for its members, its jobs and, where that is said, visitors. */
  async #checkUser(
    account: StoredAccount,
    { onBehalfOf, consumer, workspaceId, accountId }: AccountUse,
  ): Promise<void> {
    if (account.owner === onBehalfOf) return await this.#checkMember(account);
    if (account.owner === 'workspace') {
      if (onBehalfOf === null || !onBehalfOf.startsWith('end_user:') || account.forVisitors) return;
      throw notAllowed('Visitors use accounts of their own.');
    }
    if (!(await this.#parts.store.isLent(workspaceId, accountId, consumer)))
      throw notAllowed(`${account.label} is somebody's own account, and was not lent to ${consumer.name}.`);
    await this.#checkMember(account);
  }

  async #checkMember({ workspaceId, owner, label }: StoredAccount): Promise<void> {
    if (!owner.startsWith('account:')) return;
    if ((await this.#parts.members.find(workspaceId, owner.slice('account:'.length))) !== null) return;
    throw notAllowed(`${label} belongs to somebody who has left the workspace. Choose another account.`);
  }
}

/** Throws `connected-accounts.foreign_address` unless it is one of the service's own. */
function checkedAddress(provider: AccountProvider, { baseUrl }: StoredAccount, given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  const known = Object.values(provider.services(baseUrl)).map((address) => new URL(address).origin);
  if (url === null || !known.includes(url.origin) || url.username !== '' || url.password !== '')
    throw foreignAddress(url?.host.slice(0, 100) ?? 'this');
  return url;
}
