import { createHash, randomUUID } from 'node:crypto';
import { type Contributions, PlatformError } from '#kernel';
import type { BlobOwner, BlobStore, Blobs, ByteRange, StoredBlob } from './contract.ts';

/** Keys that are removed at once. */
const PAGE = 500;

/** Writes to the configured store, reads from whichever has the bytes, and checks that they are the same. */
export class BlobsService implements Blobs {
  readonly #stores: Contributions<BlobStore>;
  readonly #owners: Contributions<BlobOwner>;
  readonly #current: string;

  constructor(stores: Contributions<BlobStore>, owners: Contributions<BlobOwner>, current: string) {
    this.#owners = owners;
    this.#stores = stores;
    this.#current = current;
  }

  /** The store that is written to. */
  get current(): BlobStore {
    return this.#store(this.#current);
  }

  async put(
    owner: string,
    workspaceId: string,
    content: AsyncIterable<Uint8Array>,
    group?: string,
  ): Promise<StoredBlob> {
    const key = `${owner}/${workspaceId}/${group === undefined ? '' : `${group}-`}${randomUUID()}`;
    const hash = createHash('sha256');
    let size = 0;
    async function* measured() {
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    await this.current.write(key, measured());
    return { store: this.#current, key, size, sha256: hash.digest('hex') };
  }

  async open(blob: StoredBlob, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#store(blob.store).read(blob.key, range);
    return range === undefined ? checked(bytes, blob) : bytes;
  }

  async remove(blobs: readonly Pick<StoredBlob, 'store' | 'key'>[]): Promise<void> {
    for (const id of new Set(blobs.map(({ store }) => store))) {
      await this.#store(id).remove(blobs.filter(({ store }) => store === id).map(({ key }) => key));
    }
  }

  async removeOf(workspaceId: string): Promise<void> {
    for (const store of this.#stores.all()) {
      for (const { id: owner } of this.#owners.all()) await emptyFolder(store, `${owner}/${workspaceId}`);
    }
  }

  #store(id: string): BlobStore {
    const store = this.#stores.get(id);
    if (store !== undefined) return store;
    const known = this.#stores.all().map((item) => item.id);
    const message = `There is no store of files '${id}'; known are ${known.join(', ')}. Set blobs.store (WEFT_BLOBS_STORE), and install the plugin of the store.`;
    throw new PlatformError('unavailable', 'blobs.unknown_store', message);
  }
}

async function emptyFolder(store: BlobStore, folder: string): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of store.list(folder)) {
    keys.push(key);
    if (keys.length < PAGE) continue;
    await store.remove(keys);
    keys = [];
  }
  if (keys.length > 0) await store.remove(keys);
}

/** Holds each piece back until the next is there: a reader that counts bytes never takes damaged content for whole. */
async function* checked(bytes: AsyncIterable<Uint8Array>, { key, size, sha256 }: StoredBlob) {
  const hash = createHash('sha256');
  let read = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of bytes) {
    hash.update(chunk);
    read += chunk.length;
    if (read > size) throw damaged(key);
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (read !== size || hash.digest('hex') !== sha256) throw damaged(key);
  if (last !== undefined) yield last;
}

function damaged(key: string): PlatformError {
  const message = `The stored content of ${key} is not what was written: its checksum differs. Restore it from a backup.`;
  return new PlatformError('internal', 'blobs.damaged', message);
}
