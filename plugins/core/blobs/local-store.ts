import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertUsable, PlatformError } from '#kernel';
import { blobNotFound } from './blob-not-found.ts';
import type { BlobEntry, BlobStore, ByteRange, MarkInStore } from './contract.ts';
import { LocalMarks } from './local-marks.ts';

/** Name of the folder of writes that are not complete; no key can begin like it. */
const incoming = '.incoming';
const keyForm = /^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/;
/** Bytes of one read, and of one write. */
const chunkSize = 256 * 1024;
const pieceSize = 1024 * 1024;

/** The store `local`: in the folder of the configuration, or in the data folder, which is this process's alone. */
export function localStore(folder: string, home: string): LocalStore {
  return new LocalStore(folder || join(home, 'blobs'), folder === '');
}

/** Blobs as files of a folder, readable for its owner only. */
export class LocalStore implements BlobStore {
  readonly id = 'local';
  readonly isPrivate: boolean;
  readonly folder: string;

  /** `isPrivate`: the folder is this process's alone. */
  constructor(folder: string, isPrivate = false) {
    this.folder = folder;
    this.isPrivate = isPrivate;
  }

  identity(): Promise<string> {
    return this.#use(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      return `folder ${(await stat(this.folder)).ino}`;
    });
  }

  async write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#path(key);
    const part = join(this.folder, incoming, randomUUID());
    try {
      await this.#use(() => mkdir(dirname(part), { recursive: true, mode: 0o700 }));
      const file = await this.#use(() => open(part, 'wx', 0o600));
      try {
        await this.#fill(file, content);
        await this.#use(() => file.datasync());
      } finally {
        await file.close();
      }
      await this.#use(() => mkdir(dirname(target), { recursive: true, mode: 0o700 }));
      await this.#use(() => rename(part, target));
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const path = this.#path(key);
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? blobNotFound(key) : unavailable(this.folder, error);
    });
    const ends = range === undefined ? {} : { start: range.start, end: range.end - 1 };
    if (range !== undefined && range.end <= range.start) {
      await file.close();
      return nothing();
    }
    return file.createReadStream({ highWaterMark: chunkSize, ...ends });
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#use(() => rm(this.#path(key), { force: true }));
  }

  async *list(folder: string, after?: string): AsyncIterable<BlobEntry> {
    const behind = after?.startsWith(`${folder}/`) === true ? spread(after).slice(folder.split('/').length) : [];
    yield* this.#walk(folder, behind);
  }

  readMark(area: string): Promise<MarkInStore | null> {
    return this.#use(() => new LocalMarks(join(this.folder, area)).read());
  }

  writeMark(area: string, text: string, known: MarkInStore | null): Promise<boolean> {
    return this.#use(() => new LocalMarks(join(this.folder, area)).write(text, known));
  }

  /** In the order of paths; `behind` is the path that all that is listed follows. */
  async *#walk(prefix: string, [first, ...rest]: readonly string[]): AsyncIterable<BlobEntry> {
    const entries = (await this.#entries(prefix)).sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of entries) {
      if (first !== undefined && entry.name < first) continue;
      const isFirst = entry.name === first;
      const path = `${prefix}/${entry.name}`;
      if (entry.isDirectory()) yield* this.#walk(path, isFirst ? rest : []);
      else if (entry.isFile() && !isFirst) {
        const modifiedAt = await modifiedTime(join(this.folder, path));
        const parts = path.split('/');
        // The folder before the name only spreads files over folders; it is no part of the key.
        parts.splice(-2, 1);
        if (modifiedAt !== null && parts.length >= 3) yield { key: parts.join('/'), modifiedAt };
      }
    }
  }

  async tidy(before: number): Promise<void> {
    for (const { name } of await this.#entries(incoming)) {
      const path = join(this.folder, incoming, name);
      const modifiedAt = await modifiedTime(path);
      if (modifiedAt !== null && modifiedAt < before) await this.#use(() => rm(path, { force: true }));
    }
  }

  async check(): Promise<void> {
    await this.#use(() => assertUsable(this.folder));
  }

  /** Writes in large pieces, one of them while the next arrives. */
  async #fill(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
    let writing: Promise<void> | undefined;
    let batch: Uint8Array[] = [];
    let size = 0;
    const flush = async () => {
      const chunks = batch;
      batch = [];
      size = 0;
      await writing;
      writing = this.#use(() => writeAll(file, chunks));
      // Awaited with the next piece; until then nobody may call it unhandled.
      writing.catch(() => {});
    };
    try {
      for await (const chunk of content) {
        batch.push(chunk);
        size += chunk.length;
        if (size >= pieceSize) await flush();
      }
      await flush();
    } finally {
      // The file must not be closed under a write.
      await writing?.catch(() => {});
    }
    await writing;
  }

  /** A folder of thousands of files is slow on some file systems, so the last two characters of a name spread them. */
  #path(key: string): string {
    if (!keyForm.test(key)) throw new TypeError(`not a key of a blob: ${JSON.stringify(key)}`);
    return join(this.folder, ...spread(key));
  }

  async #entries(path: string): Promise<Dirent[]> {
    try {
      return await readdir(join(this.folder, path), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw unavailable(this.folder, error);
    }
  }

  async #use<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw unavailable(this.folder, error);
    }
  }
}

/** The parts of the path of a key. */
function spread(key: string): string[] {
  const parts = key.split('/');
  const name = parts.pop() ?? '';
  return [...parts, name.slice(-2), name];
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/** One write may take less than it was given. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let left = chunks.filter(({ length }) => length > 0);
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left);
    const rest: Uint8Array[] = [];
    for (const chunk of left) {
      if (bytesWritten < chunk.length) rest.push(chunk.subarray(bytesWritten));
      bytesWritten = Math.max(0, bytesWritten - chunk.length);
    }
    left = rest;
  }
}

/** null: removed meanwhile. */
async function modifiedTime(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function unavailable(folder: string, cause: unknown): PlatformError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const reason = code === 'ENOSPC' ? 'its disk is full' : code;
  return new PlatformError(
    'unavailable',
    'blobs.unavailable',
    `The folder of stored files, ${folder}, can't be used (${reason}). Mend it, or set WEFT_BLOBS_FOLDER.`,
    { cause },
  );
}
