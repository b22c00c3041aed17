import type { HttpServer } from '#http';
import { newId, PlatformError } from '#kernel';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { AccountOwner, ConnectedAccount, ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import { type Git, type GitRemote, newDeployKey } from '#plugins/git/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { checkedUrl, invalid, repositoryOf } from './addresses.ts';
import { authorOf } from './authors.ts';
import type { OpenRepository, Person, PlaceWish, PullRequests, RepositoryHosts, RepositoryPlace } from './contract.ts';
import { askOf, hostOf } from './hosts/hosts.ts';
import { ownComment } from './own-comment.ts';

const KEY_PURPOSE = 'repository-hosts.deploy-key';
const HOOK_PURPOSE = 'repository-hosts.hook-secret';
/** What accounts at hosts may be used for here. */
const CAPABILITY = 'repositories';

export const purposes = { key: KEY_PURPOSE, hook: HOOK_PURPOSE } as const;

export interface HostsParts {
  readonly git: Git;
  readonly connected: ConnectedAccounts;
  readonly accounts: Pick<Accounts, 'get'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'token'>;
  readonly server: Pick<HttpServer, 'publicUrl'>;
}

type Send = (request: EgressRequest) => Promise<EgressResponse>;

/** Code hosts and git servers, spoken to with accounts and keys. */
export class HostsService implements RepositoryHosts {
  readonly #parts: HostsParts;

  constructor(parts: HostsParts) {
    this.#parts = parts;
  }

  async accounts(person: Person) {
    return (await this.#accountsOf(person)).map(({ id, provider, label, baseUrl, owner }) => ({
      id,
      provider,
      label,
      address: baseUrl,
      isOwn: owner !== 'workspace',
      hasLists: hostOf(provider) !== null,
    }));
  }

  async repositories(person: Person, accountId: string) {
    const account = (await this.#accountsOf(person)).find(({ id }) => id === accountId);
    if (account === undefined) throw noSuchAccount();
    const who = { id: 'choice', workspaceId: person.workspaceId, repository: 'Repositories' };
    const calls = hostOf(account.provider);
    const { api } = account.services;
    if (calls === null || api === undefined) return [];
    return calls.repositories(askOf(api, this.#sender(who, account, account.owner)));
  }

  async newKey(workspaceId: string, url: string) {
    const { git, secrets } = this.#parts;
    const checked = checkedUrl(url, 'ssh');
    const hostKey = await git.hostKey(checked);
    const { privateKey, publicKey } = newDeployKey('weft');
    return { key: secrets.seal(workspaceId, KEY_PURPOSE, privateKey), publicKey, hostKey, url: checked };
  }

  async place(person: Person, wish: PlaceWish) {
    const { connected, secrets } = this.#parts;
    const { workspaceId } = person;
    const account = wish.accountId === null ? null : await connected.get(workspaceId, wish.accountId);
    const own: AccountOwner = `account:${person.accountId ?? ''}`;
    if (wish.accountId !== null && (account === null || (account.owner !== 'workspace' && account.owner !== own))) {
      throw noSuchAccount();
    }
    const isSsh = wish.key !== undefined;
    // Of another workspace, or made up: it can't be opened.
    if (isSsh) secrets.open(workspaceId, KEY_PURPOSE, wish.key ?? '');
    if (isSsh && !/^SHA256:[A-Za-z0-9+/=]{43,44}$/.test(wish.hostKey ?? '')) {
      throw invalid('host_key', 'The key of the host is needed, as SHA256:…');
    }
    const provider = isSsh ? 'ssh' : (account?.provider ?? 'none');
    const url = checkedUrl(wish.url, provider);
    return {
      id: newId(),
      workspaceId,
      provider,
      accountId: wish.accountId,
      url,
      repository: wish.repository?.trim() || repositoryOf(url),
      hostKey: wish.hostKey ?? null,
      sealedKey: wish.key ?? null,
      owner: account?.owner ?? null,
    };
  }

  async open(place: RepositoryPlace, onBehalfOf: AccountOwner | null): Promise<OpenRepository> {
    const { connected } = this.#parts;
    const { url, accountId, workspaceId } = place;
    if (place.provider === 'ssh') return this.#opened(this.#withKey(place), null);
    if (place.provider === 'none' || accountId === null) return this.#opened({ url }, null);
    const account = await connected.get(workspaceId, accountId);
    if (account === null) throw noAccount();
    const send = this.#sender(place, account, onBehalfOf);
    return this.#opened({ url, send }, pullRequestsOf(account, place.repository, send));
  }

  async lend(place: RepositoryPlace, owner: AccountOwner | null): Promise<void> {
    const { workspaceId, accountId, id, repository } = place;
    if (owner === null || owner === 'workspace' || accountId === null) return;
    const to = { kind: 'repository', id, name: repository } as const;
    await this.#parts.connected.lend({ workspaceId, accountId, to, by: owner });
  }

  giveBack(workspaceId: string, id: string): Promise<void> {
    return this.#parts.connected.giveBack(workspaceId, { kind: 'repository', id });
  }

  authorOf(place: Parameters<RepositoryHosts['authorOf']>[0], who: Parameters<RepositoryHosts['authorOf']>[1]) {
    return authorOf(this.#parts, place, who);
  }

  newHookSecret(workspaceId: string): string {
    const { secrets } = this.#parts;
    return secrets.seal(workspaceId, HOOK_PURPOSE, secrets.token(40));
  }

  hookSecret(workspaceId: string, sealed: string): string {
    return this.#parts.secrets.open(workspaceId, HOOK_PURPOSE, sealed);
  }

  address(site: 'console' | 'runtime', path: string, origin?: string): string {
    return `${this.#parts.server.publicUrl(site, origin)}${path}`;
  }

  #withKey({ workspaceId, url, sealedKey, hostKey }: RepositoryPlace): GitRemote {
    if (sealedKey === null || hostKey === null) throw noAccount();
    return { url, ssh: { privateKey: this.#parts.secrets.open(workspaceId, KEY_PURPOSE, sealedKey), hostKey } };
  }

  #opened(remote: GitRemote, pulls: PullRequests | null): OpenRepository {
    const { git } = this.#parts;
    return {
      refs: (prefixes) => git.refs(remote, prefixes),
      folder: (commit, folder) => git.folder(remote, commit, folder),
      read: (blobs, limits) => git.read(remote, blobs, limits),
      commit: (commit) => git.commit(remote, commit),
      pulls,
    };
  }

  async #accountsOf({ workspaceId, accountId }: Person): Promise<ConnectedAccount[]> {
    const { connected } = this.#parts;
    const shared = await connected.list(workspaceId, 'workspace');
    const own = accountId === null ? [] : await connected.list(workspaceId, `account:${accountId}`);
    return [...shared, ...own].filter(({ capabilities }) => capabilities.includes(CAPABILITY));
  }

  #sender(
    { id, workspaceId, repository: name }: Pick<RepositoryPlace, 'id' | 'workspaceId' | 'repository'>,
    { id: accountId }: ConnectedAccount,
    onBehalfOf: AccountOwner | null,
  ): Send {
    const consumer = { kind: 'repository', id, name } as const;
    const use = { workspaceId, accountId, capability: CAPABILITY, onBehalfOf, consumer };
    return (request) => this.#parts.connected.request(use, request);
  }
}

function pullRequestsOf(account: ConnectedAccount, repository: string, send: Send): PullRequests | null {
  const calls = hostOf(account.provider);
  const { api } = account.services;
  if (calls === null || api === undefined) return null;
  const ask = askOf(api, send);
  return {
    open: (pull) => calls.openPull(ask, repository, pull),
    find: (ends) => calls.findPull(ask, repository, ends),
    stateOf: (number) => calls.pullState(ask, repository, number),
    list: (branch) => calls.pulls(ask, repository, branch),
    files: (number) => calls.files(ask, repository, number),
    comment: (number, comment) => ownComment({ calls, ask, repository, number }, comment),
    async setHook(hook) {
      const there = (await calls.hooks(ask, repository)).find(({ url }) => url === hook.url);
      await calls.setHook(ask, repository, there?.id ?? null, hook);
    },
  };
}

function noAccount(): PlatformError {
  const message = 'The account or the key that the repository was linked with is gone: link it again with another.';
  return new PlatformError('conflict', 'repository-hosts.no_account', message);
}

function noSuchAccount(): PlatformError {
  const message = 'There is no such account here: connect one first, or ask for one of the workspace.';
  return new PlatformError('not-found', 'repository-hosts.no_such_account', message);
}
