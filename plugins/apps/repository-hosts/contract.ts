/**
 * Repositories at code hosts and git servers, as other plugins use them: what there is to choose from, what a branch holds, commits and
 * pull requests. With what they are spoken to (accounts, keys) never leaves this plugin.
 */
import { token } from '#kernel';
import type { AccountOwner } from '#plugins/connected-accounts/contract.ts';
import type { Git, GitCommit, GitFolder, GitIdentity, GitPush, GitRef } from '#plugins/git/contract.ts';

/** What a commit is. */
export type { GitCommit, GitFolder, GitIdentity, GitRef } from '#plugins/git/contract.ts';
/** git's id of a file with these bytes. */
export { blobId } from '#plugins/git/contract.ts';
/** Checks an address of git; names a repository after it. */
export { checkedUrl, repositoryOf } from './addresses.ts';
/** Whether a call is one of a host that knows the secret. */
export { type HookCall, isHookCall } from './hook-signature.ts';

/** Who asks for something of a workspace. */
export interface Person {
  readonly workspaceId: string;
  readonly accountId: string | null;
  readonly name: string;
}

/** A repository, and with what it is spoken to. */
export interface RepositoryPlace {
  /** Of the thing that works with it, by which an account is lent to it. */
  readonly id: string;
  readonly workspaceId: string;
  /** Of connected accounts; `ssh`: a deploy key; `none`: nothing, for public ones. */
  readonly provider: string;
  readonly accountId: string | null;
  /** Without credentials. */
  readonly url: string;
  /** As the host calls it: `team/apps`. */
  readonly repository: string;
  readonly hostKey: string | null;
  /** Sealed, of a deploy key. */
  readonly sealedKey: string | null;
}

/** A place as somebody names it. */
export interface PlaceWish {
  /** null: with a deploy key, or without anything. */
  readonly accountId: string | null;
  readonly url: string;
  /** Absent: from the address. */
  readonly repository?: string;
  /** Sealed, as `newKey` gave it. */
  readonly key?: string;
  readonly publicKey?: string;
  readonly hostKey?: string;
}

/** A repository as a host lists it. */
export interface HostedRepository {
  /** `team/apps`; what the host is asked for it by. */
  readonly path: string;
  /** Of git over https. */
  readonly url: string;
  /** Empty: it has none yet. */
  readonly branch: string;
  readonly isPrivate: boolean;
}

/** A pull request, or a merge request. */
export interface HostedPull {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** That it brings in, as `feature/answers`; of the other repository where it comes from one. */
  readonly branch: string;
  /** Whether its commits come from another repository. */
  readonly isFork: boolean;
}

/** What became of a pull request. */
export type PullState = 'open' | 'merged' | 'closed';

/** A pull request to be made. */
export interface NewPull {
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly body: string;
}

/** One comment that is kept up to date. */
export interface OwnComment {
  /** As it was answered when the comment was made; null: it may be there without being known. */
  readonly id: string | null;
  /** First line of the text, and something in it that no other comment which begins so has. */
  readonly heading: string;
  readonly marker: string;
  readonly text: string;
}

/** Where a host is to call when something is pushed, and what it signs with. */
export interface NewHook {
  readonly url: string;
  readonly secret: string;
}

/**
 * What a host has besides git. Throws `repository-hosts.refused` (conflict: asking again gives the same) and `repository-hosts.failed`
 * (unavailable; with `retryAfter` where it says when), each with what the host said.
 */
export interface PullRequests {
  open(pull: NewPull): Promise<{ readonly number: number; readonly url: string }>;
  /** The open one from a branch of this repository to another; null: there is none. */
  find(ends: Pick<NewPull, 'from' | 'to'>): Promise<{ readonly number: number; readonly url: string } | null>;
  stateOf(number: number): Promise<PullState>;
  /** Open ones to a branch, at most 50. */
  list(branch: string): Promise<readonly HostedPull[]>;
  /** Paths from the repository's root, old and new ones; null: more than 300, or the host does not tell. */
  files(number: number): Promise<readonly string[] | null>;
  /** Says it in the one comment that is ours, which is made where there is none. Answers with its id. */
  comment(number: number, comment: OwnComment): Promise<string>;
  /** Has the host call an address from now on, with this secret: one that it calls already is changed. */
  setHook(hook: NewHook): Promise<void>;
}

/** A repository that is spoken to. Throws what `Git` throws. */
export interface OpenRepository {
  refs(prefixes: readonly string[]): Promise<readonly GitRef[]>;
  folder(commit: string, folder: string): Promise<GitFolder>;
  read(blobs: readonly string[], limits: Parameters<Git['read']>[2]): ReturnType<Git['read']>;
  commit(commit: GitCommit): Promise<GitPush>;
  /** null: the host has nothing but git. */
  readonly pulls: PullRequests | null;
}

/** An account that repositories can be reached with. */
export interface HostAccount {
  readonly id: string;
  readonly provider: string;
  readonly label: string;
  /** Where the host is. */
  readonly address: string;
  readonly isOwn: boolean;
  /** Whether its repositories can be listed. */
  readonly hasLists: boolean;
}

/** Code hosts and git servers. */
export interface RepositoryHosts {
  /** Accounts that somebody may use: the workspace's and their own. */
  accounts(person: Person): Promise<readonly HostAccount[]>;
  /** None for a host without lists, where people give an address. Throws `repository-hosts.invalid`. */
  repositories(person: Person, accountId: string): Promise<readonly HostedRepository[]>;
  /** A new deploy key, sealed for the workspace, and the key that the server shows now. Throws `repository-hosts.invalid`. */
  newKey(
    workspaceId: string,
    url: string,
  ): Promise<{ readonly key: string; readonly publicKey: string; readonly hostKey: string; readonly url: string }>;
  /** Checks what somebody names; nobody is asked. `owner`: of its account. Throws `repository-hosts.invalid`. */
  place(person: Person, wish: PlaceWish): Promise<RepositoryPlace & { readonly owner: AccountOwner | null }>;
  /** `onBehalfOf`: whoever asks; null: nobody is there. Throws `repository-hosts.no_account` (conflict). */
  open(place: RepositoryPlace, onBehalfOf: AccountOwner | null): Promise<OpenRepository>;
  /** The thing may work with the account from now on, when nobody is there. */
  lend(place: RepositoryPlace, owner: AccountOwner | null): Promise<void>;
  /** It is gone. */
  giveBack(workspaceId: string, id: string): Promise<void>;
  /** As whom something is committed that somebody did. */
  authorOf(
    place: Pick<RepositoryPlace, 'workspaceId' | 'provider' | 'url'>,
    who: { readonly name: string; readonly accountId: string | null },
  ): Promise<GitIdentity>;
  /** A new secret of a hook, sealed. */
  newHookSecret(workspaceId: string): string;
  hookSecret(workspaceId: string, sealed: string): string;
  /** Where something that people know by this path of the console or the runtime is, for others. `origin`: of whoever asks. */
  address(site: 'console' | 'runtime', path: string, origin?: string): string;
}

/** The service of code hosts. */
export const RepositoryHosts = token<RepositoryHosts>('repository-hosts.hosts');
