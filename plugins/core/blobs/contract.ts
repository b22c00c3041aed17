/**
 * Bytes by key, outside the database: contents of files and other large things. A key is generated, never made of a
 * name that a user gave. Bytes are written before the row that names them, and removed before it where rows are removed for good: what
 * a crash leaves behind in between is found by its row again, or swept.
 */
import { type Contribution, extensionPoint, token } from '#kernel';

/** Where bytes lie and how to know them again. Plain data: its owner keeps it in a row. */
export interface StoredBlob {
  /** Id of the store that has the bytes: they stay there when another store becomes the one that is written to. */
  readonly store: string;
  /**
   * `<owner>/<workspace>/<random id>`, or `<owner>/<workspace>/<group>-<random id>`; before it `area-<random id>/` where it
   * was written to a store whose contents are somebody else's.
   */
  readonly key: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Part of a blob: bytes from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One entry of a store's list. */
export interface BlobEntry {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** What a store says of whose its contents are. */
export interface MarkInStore {
  readonly text: string;
  /** The store's own name for this writing of it. */
  readonly version: string;
}

/**
 * A place that keeps bytes, contributed by a plugin; `blobs.store` names the one that is written to. Keys are of
 * lower-case letters, digits, `-` and `/`. Failures are `blobs.not_found` (kind not-found) and `blobs.unavailable`.
 */
export interface BlobStore extends Contribution {
  /** True where nobody but this process can use it: a folder in the data folder, which is locked. */
  readonly isPrivate: boolean;
  /** What a copy of the store does not share with it; empty: it can't tell. */
  identity(): Promise<string>;
  /**
   * Asks for the content at its own pace; what it was given may not be changed afterwards. All or nothing: when it rejects, or the process dies, the key has
   * nothing.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes, all or a range that lies inside. Rejects for an unknown key before the first byte. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** Unknown keys count as removed. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Every key under `<folder>/`, in an order that stays the same; the folder is `<owner>` or `<owner>/<workspace>`, in an area
   * `<area>/<owner>` … `after`: only what follows this key, which need not be there any more.
   */
  list(folder: string, after?: string): AsyncIterable<BlobEntry>;
  /** The mark of the store, or of an area of it; null: there is none. No list shows it. */
  readMark(area: string): Promise<MarkInStore | null>;
  /**
   * Writes the mark where it still is the one known (null: where there is none). False: somebody else was quicker. A store that
   * can't compare writes all the same; who was last is found by reading.
   */
  writeMark(area: string, text: string, known: MarkInStore | null): Promise<boolean>;
  /** Removes what writes left unfinished before a time (milliseconds since the epoch). */
  tidy(before: number): Promise<void>;
  /** The folder of this machine that it is, if it is one. */
  readonly folder?: string;
  /** Rejects when the store can't be used; for health checks. Changes nothing. */
  check(signal: AbortSignal): Promise<void>;
}

/** Where plugins contribute stores. */
export const BlobStores = extensionPoint<BlobStore>('blobs.stores');

/**
 * Who keeps rows about blobs; the id is the owner that its keys begin with. Called by the sweep, which removes old
 * blobs that no row names; blobs of an owner that contributes nothing are left alone.
 */
export interface BlobOwner extends Contribution {
  /** Those of the keys that a row names. */
  named(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Where plugins that keep blobs contribute themselves. */
export const BlobOwners = extensionPoint<BlobOwner>('blobs.owners');

/** Writes and reads blobs. */
export interface Blobs {
  /**
   * Writes content as it comes, under a new key of the owner. What the content throws is thrown here and leaves nothing
   * behind. `group` is what the owner knows several of its blobs by: a generated id, part of the key. Throws
   * `blobs.unavailable` (kind unavailable).
   */
  put(owner: string, workspaceId: string, content: AsyncIterable<Uint8Array>, group?: string): Promise<StoredBlob>;
  /**
   * The bytes, all or a range inside. Rejects with `blobs.not_found` before the first byte; a whole read ends with
   * `blobs.damaged` (kind internal) when the bytes are not those that were written.
   */
  open(blob: StoredBlob, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Removes blobs that no row names any more. Where the store's contents are somebody else's (this is a restored copy of
   * their database) nothing is removed; where that is not known yet, shortly after the start, it is done a little later.
   */
  remove(blobs: readonly Pick<StoredBlob, 'store' | 'key'>[]): Promise<void>;
  /**
   * Removes all of a workspace, of every owner and in every store whose contents are ours: when the workspace is purged. Throws
   * `blobs.owner_unknown` (unavailable), to be tried again, where it is not known yet whose they are.
   */
  removeOf(workspaceId: string): Promise<void>;
}

/** The blobs service. */
export const Blobs = token<Blobs>('blobs.blobs');
