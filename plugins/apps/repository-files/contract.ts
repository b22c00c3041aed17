/**
 * Files of repositories, to be taken over: documents of apps, OpenAPI documents, code, documentation. Repositories are reached with a
 * connected account, with the deploy key of a linked repository, or openly.
 */
import { token } from '#kernel';
import type { AccountOwner } from '#plugins/connected-accounts/contract.ts';
import type { Person, RepositoryPlace } from '#plugins/repository-hosts/contract.ts';

export { headOf } from './branch-head.ts';
export { pageOf } from './host-pages.ts';

/** A repository as somebody names it; exactly one way to reach it, or none for public ones. */
export interface RepositoryWish {
  /** A connected account of theirs, or of the workspace. */
  readonly accountId: string | null;
  /** A linked repository, reached with its deploy key or openly; its address is that of the link. */
  readonly repositoryId: string | null;
  /** Of git over https; "" with `repositoryId`. */
  readonly url: string;
  /** As the host calls it; absent: from the address. */
  readonly repository?: string;
}

/** What a branch has. */
export interface BranchFiles {
  /** The one that the repository stands on first. */
  readonly branches: readonly string[];
  /** The one that was listed; "": the repository is empty. */
  readonly branch: string;
  readonly commit: string | null;
  /** Paths from the top, in order; at most 20,000. */
  readonly files: readonly string[];
  readonly hasMore: boolean;
  /** What is no file to take, in words for people. */
  readonly skipped: readonly string[];
}

/** A file with its text. */
export interface RepositoryText {
  readonly path: string;
  readonly text: string;
}

/**
 * Throws `repository-files.no_repository` (not-found), `repository-files.no_branch` (not-found), `repository-files.no_file`
 * (not-found, names it), `repository-files.invalid` (invalid), and what `RepositoryHosts` and `Git` throw.
 */
export interface RepositoryFiles {
  /** Checks what somebody names; nobody is asked. `owner`: of the account. */
  place(person: Person, wish: RepositoryWish): Promise<RepositoryPlace & { readonly owner: AccountOwner | null }>;
  /** `branch` "": the one that the repository stands on. */
  list(person: Person, wish: RepositoryWish, branch: string): Promise<BranchFiles>;
  /** Texts of files, in the order asked for; each at most 10 MB, all at most 20 MB. */
  read(
    person: Person,
    wish: RepositoryWish,
    of: { readonly branch: string; readonly paths: readonly string[] },
  ): Promise<{ readonly branch: string; readonly commit: string; readonly files: readonly RepositoryText[] }>;
}

/** The service of files in repositories. */
export const RepositoryFiles = token<RepositoryFiles>('repository-files.files');
