/**
 * The content of files (app DSL, file record). A file value is a record; where its bytes lie depends on its transfer
 * method. Everything that needs them asks here. Free of the container: node modules import it in engine threads.
 */
import { type FileResolver, type FileValue, isFileValue, type JsonText } from '#engine';
import type { Reply } from '#http';
import { type Contribution, extensionPoint, token } from '#kernel';
import type { ByteRange, StoredBlob } from '#plugins/blobs/contract.ts';
import type { CommitEntry } from '#plugins/database/contract.ts';

/** What content is by its first bytes, as far as they tell; and taking those from content that is on its way. */
export { sampleOf, sniffed } from './content-type.ts';
/** Files as clients write them into JSON. */
export { readDataUrl } from './data-url.ts';
/** What routes answer that give a file (`reply`), as they are described. */
export { fileAnswers } from './file-docs.ts';
/** The name that a file was sent with, as a label. */
export { checkedName } from './file-name.ts';
/** Content of a file as an answer that no browser runs. */
export { fileReply } from './file-reply.ts';
/** What extensions stand for. */
export { ANY_CONTENT, mediaTypeOfExtension, typeOfExtension } from './file-types.ts';

/** The bytes of a file and what the place they came from says about them. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** Media type in lower case, without parameters; "" when nothing tells. */
  readonly mediaType: string;
}

/** How a file is read. */
export interface FileReading {
  readonly workspaceId: string;
  /** Only files of this app are kept files that may be read. Absent: any of the workspace. */
  readonly appId?: string;
  /** More than this many bytes is refused (`files.too_large`). */
  readonly maxBytes: number;
  /** The setting that `maxBytes` is of, for its error. */
  readonly setting?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Contributed by whoever keeps files of one or more transfer methods (`local_file`, `tool_file`, …). `read` is called
 * on the main thread. The record may have been written by a user's code: a store looks it up by id within the
 * workspace and trusts nothing else of it. Throws `files.not_found`, `files.too_large` or `files.unavailable`.
 */
export interface FileSource extends Contribution {
  readonly transferMethods: readonly string[];
  read(file: FileValue, reading: FileReading): Promise<FileContent>;
}

/** Where plugins contribute sources of files. The first that names a transfer method serves it. */
export const FileSources = extensionPoint<FileSource>('files.sources');

/** Reads files on the main thread. Throws `files.no_source` when no plugin serves the file's transfer method. */
export interface Files {
  read(file: FileValue, reading: FileReading): Promise<FileContent>;
}

/** The files service of the main thread. */
export const Files = token<Files>('files.files');

/** Input of the host call `files.read`. */
export interface FilesReadRequest {
  readonly file: FileValue;
  readonly maxBytes: number;
  /** The setting that `maxBytes` is of, for its error. */
  readonly setting?: string | undefined;
}

/**
 * Host call id: the same for nodes. Takes a FilesReadRequest, answers with a FileContent; the run's workspace reads.
 */
export const FilesRead = 'files.read';

/** Input of the host call `files.keep`: what a node received or made. */
export interface FilesKeepRequest {
  /** A label; it may come from outside. */
  readonly filename: string;
  /** Media type as its source declared it, in lower case, without parameters; "" when nothing tells. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Host call id: keeps a file of the run (`tool_file`; app DSL, file record) and answers with its FileValue once it is
 * durable. It is the workspace's like an upload, and goes with its run. The node says how large it may be. Throws
 * `files.file_extension_blocked`, `workspaces.plan_limit`, `files.not_kept`.
 */
export const FilesKeep = 'files.keep';

/** The files of a value, for nodes that take one or many: a file, or those in a list; anything else has none. */
export function filesOf(value: unknown): readonly FileValue[] {
  if (isFileValue(value)) return [value];
  return Array.isArray(value) ? value.filter(isFileValue) : [];
}

/** The id of the kept file that a signed address (`StoredFiles.signedUrl`) shows; null for any other address. */
export function keptFileId(url: string): string | null {
  return /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/file-preview\?timestamp=/.exec(url)?.[1] ?? null;
}

/** How messages name a file: by its file name, cut to a line's length. */
export function fileLabel(file: FileValue): string {
  const name = typeof file.filename === 'string' && file.filename !== '' ? file.filename : 'without a name';
  return name.length > 100 ? `${name.slice(0, 99)}…` : name;
}

/** Whose files: of one app, given by one of its end users. */
export interface FileOwner {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endUserId: string;
}

/** A run that files belong to. */
export interface RunPlace {
  readonly workspaceId: string;
  readonly appId: string;
  readonly runId: string;
}

/** A file whose content is kept here: an upload (`local_file`), or what a node made (`tool_file`). */
export interface StoredFile {
  /** The later `upload_file_id`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  /** null: no end user gave it. */
  readonly endUserId: string | null;
  /** The run whose node received or made it, and with which it goes; null for uploads. */
  readonly runId: string | null;
  readonly method: 'local_file' | 'tool_file';
  /** A label: it may hold anything but slashes and control characters. */
  readonly name: string;
  /** Lower case, without the dot; empty for none. */
  readonly extension: string;
  /** As whoever gave the file said. */
  readonly declaredType: string;
  /** As extension and content say: what the file is served as. */
  readonly mediaType: string;
  readonly blob: StoredBlob;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** A message or run has taken it. */
  readonly isUsed: boolean;
}

/** Bytes that one file may have, by its type as its extension tells it (runtime API, size and time limits). */
export interface FileLimits {
  readonly image: number;
  readonly audio: number;
  readonly video: number;
  readonly other: number;
}

/** A file on its way in. */
export interface NewFile {
  /** As sent; null is refused (`files.filename_not_exists_error`). */
  readonly filename: string | null;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** How a file is answered with. */
export interface FileReplyOptions {
  /** To be saved under its name rather than shown. */
  readonly asAttachment: boolean;
  /** The request's `range` header. */
  readonly range: string | undefined;
  readonly cacheControl: string;
}

/** Addresses of kept files, in what is told of them. */
export interface FileAddresses {
  /** An address that shows the content to anyone for a few minutes (`files.urlSeconds`). */
  signedUrl(file: { readonly id: string; readonly workspaceId: string }): string;
  /** The value with addresses of kept files that work for a few minutes from now on; anything else is left alone. */
  freshen(workspaceId: string, value: unknown): unknown;
  /** The same for a JSON text, which is parsed only when it may hold a kept file. */
  freshenText(workspaceId: string, text: JsonText): JsonText;
  /** A text, JSON or not, whose addresses of kept files were made for no request, with those that the client can reach. */
  readdressed(text: string): string;
}

/**
 * Files that are kept here (runtime API, file references; file objects; files; limits). Addresses that it gives itself are
 * made for no request.
 */
export interface StoredFiles extends FileAddresses {
  readonly limits: FileLimits;
  /**
   * For the answer to one request: addresses of the origin under which its client reached the server, where `RUNTIME_URL`
   * does not say another one. It makes no values for runs and gives nothing to keep: a client says what origin it likes.
   * undefined: no request asks.
   */
  at(origin: string | undefined): FileAddresses;
  /**
   * Streams the content to its store. The file exists when its `entries` are written, with an end user or without; who
   * gives up calls `discard`, and a crash leaves nothing for longer than a day. Throws, before or while reading,
   * `files.filename_not_exists_error`, `files.invalid_param` (a slash in the name), `files.file_extension_blocked`,
   * `files.file_too_large`, `workspaces.plan_limit`, and `files.unsupported_file_type` for content that is not what the extension says.
   */
  receive(place: Pick<FileOwner, 'workspaceId' | 'appId'>, file: NewFile): Promise<StoredFile>;
  /**
   * Writes the content of a file that a run's node received or made, which has been used then; the rest is as above. Its
   * content says what it is, whatever its name does. Throws `files.file_extension_blocked`, `workspaces.plan_limit`.
   */
  receiveOf(run: RunPlace, file: FilesKeepRequest): Promise<StoredFile>;
  /**
   * Rows that make a received file durable. Writing them throws `workspaces.plan_limit` when the files of the workspace
   * would take more than its plan allows.
   */
  entries(file: StoredFile): Promise<readonly CommitEntry[]>;
  /** Removes the content of a file whose entries were not written. */
  discard(file: StoredFile): Promise<void>;
  /** null: unknown id, another workspace's, or no UUID. */
  find(workspaceId: string, id: string): Promise<StoredFile | null>;
  /** The content, all or a range. Throws `files.file_not_found` when it is gone. */
  open(file: StoredFile, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * The content as an answer that no browser runs: its own origin for scripts, nothing loaded, and as an attachment
   * whatever a browser would take for a page. Pictures and the like are shown; sound and film come in ranges.
   */
  reply(file: StoredFile, options: FileReplyOptions): Promise<Reply>;
  /** The value that runs get for the file (runtime API, file objects). */
  toValue(file: StoredFile): FileValue;
  /**
   * Resolves file references of one end user's requests: uploads of their own, or addresses. Throws `files.invalid_param`
   * for what is unknown, foreign or not allowed (runtime API, file references).
   */
  resolver(owner: FileOwner): FileResolver;
  /** Rows that note that a message or run takes the kept files in these values, at any depth. */
  useEntries(owner: Pick<FileOwner, 'workspaceId' | 'appId'>, values: readonly unknown[]): readonly CommitEntry[];
}

/** The service of kept files, main thread only. */
export const StoredFiles = token<StoredFiles>('files.stored-files');

/** The end of a day (`2026-01-31`, UTC), or now where it is not over. */
export interface StoragePlace {
  /** Null: all apps of the workspace together. */
  readonly appId: string | null;
  readonly day: string;
}

/** What files took, day by day. */
export interface StorageDays {
  /** Bytes, in the order of the places; each costs one look into an index. */
  at(workspaceId: string, places: readonly StoragePlace[]): Promise<readonly number[]>;
}

/** The service that knows what files took. */
export const StorageDays = token<StorageDays>('files.storage-days');
