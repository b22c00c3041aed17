/**
 * The content of files (app-dsl, section 3.5). A file value is a record; where its bytes lie depends on its transfer
 * method. Everything that needs them asks here. Free of the container: node modules import it in engine threads.
 */
import { type FileValue, isFileValue } from '../../engine/contract.ts';
import { type Contribution, extensionPoint, token } from '../../kernel/index.ts';

/** The bytes of a file and what the place they came from says about them. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** Media type in lower case, without parameters; "" when nothing tells. */
  readonly mediaType: string;
}

/** How a file is read. */
export interface FileReading {
  readonly workspaceId: string;
  /** More than this many bytes is refused (`files.too_large`). */
  readonly maxBytes: number;
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
}

/** Host call id: the same for nodes. Takes a FilesReadRequest, answers with a FileContent; the run's workspace reads. */
export const FilesRead = 'files.read';

/** The files of a value, for nodes that take one or many: a file, or those in a list; anything else has none. */
export function filesOf(value: unknown): readonly FileValue[] {
  if (isFileValue(value)) return [value];
  return Array.isArray(value) ? value.filter(isFileValue) : [];
}

/** How messages name a file: by its file name, cut to a line's length. */
export function fileLabel(file: FileValue): string {
  const name = typeof file.filename === 'string' && file.filename !== '' ? file.filename : 'without a name';
  return name.length > 100 ? `${name.slice(0, 99)}…` : name;
}
