import type { ConfinedReply } from '#plugins/confined-processes/contract.ts';
import type { GitIdentity, GitSkipped } from './contract.ts';

/** What bounds the work inside a process, besides its time and memory. */
export interface PackLimits {
  /** Objects of a pack. */
  readonly objects: number;
  /** Bytes of one object, unpacked. */
  readonly objectBytes: number;
  /** Bytes of all objects of a pack, unpacked one after another. */
  readonly totalBytes: number;
  /** Files of a folder. */
  readonly files: number;
  /** Names that are looked at on the way: of files, of folders, of what is passed over. */
  readonly names: number;
}

export const packLimits: PackLimits = {
  objects: 500_000,
  objectBytes: 96 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  files: 50_000,
  names: 200_000,
};

/** What the main process sends to the process that opens a pack. Plain data. */
export type PackTask = FolderTask | ReadTask | CommitTask;

export interface FolderTask {
  readonly kind: 'folder';
  readonly bytes: Uint8Array;
  readonly limits: PackLimits;
  readonly commit: string;
  readonly folder: string;
}

export interface ReadTask {
  readonly kind: 'read';
  readonly bytes: Uint8Array;
  readonly limits: PackLimits;
  readonly blobs: readonly string[];
  /** Bytes of all of them together. */
  readonly most: number;
}

export interface CommitTask {
  readonly kind: 'commit';
  /** Empty: there is no parent. */
  readonly bytes: Uint8Array;
  readonly limits: PackLimits;
  readonly parent: string | null;
  readonly changes: readonly { readonly path: string; readonly bytes: Uint8Array | null }[];
  readonly author: GitIdentity;
  readonly committer: GitIdentity;
  readonly message: string;
  readonly at: number;
}

/**
 * The answer: of a folder JSON (`FolderContent`); of files each one's length (4 bytes, little-endian) and its bytes, in the
 * order asked; of a commit its id in hex and the pack. Or why there is none, as a part of a sentence.
 */
export type PackReply = ConfinedReply<Uint8Array, RefusalReason>;
export type RefusalReason = (typeof refusalReasons)[number];
export const refusalReasons = ['broken', 'too-large', 'no-commit', 'no-folder', 'path'] as const;

/** Path, blob, whether it can be run; path and why it was passed over. */
export interface FolderContent {
  readonly author: string;
  readonly subject: string;
  readonly files: readonly (readonly [string, string, boolean])[];
  readonly skipped: readonly (readonly [string, GitSkipped['why']])[];
}
