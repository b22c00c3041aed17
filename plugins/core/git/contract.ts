/**
 * git's own protocol (version 2), without a working tree and without git: what branches there are, what a folder holds, some
 * of its files, and commits. Packs are opened in processes that can touch nothing.
 */
import { token } from '#kernel';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';

export { newDeployKey } from './deploy-key.ts';
export { blobId } from './object-id.ts';

/** A repository at an address. */
export interface GitRemote {
  /** `https://host/path.git` or `ssh://user@host[:port]/path`; never with a password. */
  readonly url: string;
  /** Sends a request of git over http, with whatever the host wants to see; absent: as it is, through egress. */
  readonly send?: (request: EgressRequest) => Promise<EgressResponse>;
  /** For ssh: a private key in OpenSSH's format, and the host's key as it was pinned (`SHA256:…`). */
  readonly ssh?: { readonly privateKey: string; readonly hostKey: string };
}

/** A branch, a tag, or HEAD. */
export interface GitRef {
  /** As `refs/heads/main`; `HEAD` with the branch it stands for in `target`. */
  readonly name: string;
  /** 40 hex digits. */
  readonly id: string;
  readonly target?: string;
}

/** A file in the folder. */
export interface GitFile {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly blob: string;
  readonly isExecutable: boolean;
}

/** What a folder holds at a commit. */
export interface GitFolder {
  readonly commit: string;
  /** Whose the commit says it is, in one line; empty: nobody's. For people: anybody can write anything there. */
  readonly author: string;
  /** The first line of its message, cut. */
  readonly subject: string;
  readonly files: readonly GitFile[];
  /** Links, submodules, names that are none: passed over, each with why. At most 1,000 of them. */
  readonly skipped: readonly GitSkipped[];
}

/** What stands in the folder and is no file to take. */
export interface GitSkipped {
  readonly path: string;
  /** `case`: differs from another only in case, or in how its characters are written; both are passed over. */
  readonly why: 'link' | 'submodule' | 'name' | 'case';
}

/** Who made a commit; what git can't take of a name is left out. */
export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** A commit to make on top of `parent`, and to push. */
export interface GitCommit {
  /** `main`, `weft/support-3`. */
  readonly branch: string;
  /** What the branch must still be; null: it must not exist (its commit then stands on `parent`). */
  readonly expected: string | null;
  /** null: the repository is empty. */
  readonly parent: string | null;
  /** Paths from the repository's root; null: removed. Everything else stays as it is. */
  readonly changes: readonly { readonly path: string; readonly bytes: Uint8Array | null }[];
  readonly author: GitIdentity;
  readonly committer: GitIdentity;
  readonly message: string;
  /** Milliseconds since the epoch. The same commit made again has the same id, and is known as pushed. */
  readonly at: number;
}

/** `moved`: somebody was faster. `refused`: the server's rules refuse it; `reason` is what it said, cleaned. */
export type GitPush =
  | { readonly state: 'pushed'; readonly commit: string; readonly blobs: Readonly<Record<string, string>> }
  | { readonly state: 'moved' }
  | { readonly state: 'refused'; readonly reason: string };

/**
 * Throws: `git.not_found`, `git.not_allowed` (what the host says to the account), `git.unsupported` (sha256, dumb http, no
 * version 2), `git.too_large` (names the limit), `git.broken` (what came is no pack, or was cut), `git.unavailable` (the host
 * is busy or fails; with `retryAfter` where it says when), `git.wrong_host_key`, `git.no_commit`, `git.no_folder`,
 * `git.invalid_request` (an address, a branch or a path that can't be one), `git.busy`, and what egress throws.
 */
export interface Git {
  /** One request once a server is known. `prefixes` as `refs/heads/`. */
  refs(remote: GitRemote, prefixes: readonly string[]): Promise<readonly GitRef[]>;
  /** One request: the trees of a commit, or of one that an annotated tag names, without contents, where the server can leave them out. Folder "": all. */
  folder(remote: GitRemote, commit: string, folder: string): Promise<GitFolder>;
  /** One request for all: contents by blob id. */
  read(remote: GitRemote, files: readonly string[], limits: GitReadLimits): Promise<ReadonlyMap<string, Uint8Array>>;
  commit(remote: GitRemote, commit: GitCommit): Promise<GitPush>;
  /** The key that a host shows now, for people to compare and to pin. */
  hostKey(url: string): Promise<string>;
}

/** Bytes that may be read; more throws `git.too_large`. */
export interface GitReadLimits {
  /** Of one file. */
  readonly fileBytes: number;
  /** Of all of them. */
  readonly bytes: number;
}

export const Git = token<Git>('git.git');
