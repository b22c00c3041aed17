import { createHash, randomUUID } from 'node:crypto';
import { type Contributions, currentTime, PlatformError } from '#kernel';
import type { BlobOwner, BlobStore, Blobs, ByteRange, StoredBlob } from './contract.ts';
import type { BlobRecords } from './store.ts';
import { inArea, type StoreOwnership } from './store-ownership.ts';

/** Keys that are removed at once. */
const PAGE = 500;

export interface BlobsParts {
  readonly stores: Contributions<BlobStore>;
  readonly owners: Contributions<BlobOwner>;
  /** Id of the store that is written to. */
  readonly current: string;
  readonly ownership: (store: BlobStore) => Pick<StoreOwnership, 'areaForWrites' | 'stateOf' | 'ownAreas' | 'status'>;
  readonly records: Pick<BlobRecords, 'add'>;
}

/** Writes to the configured store, reads from whichever has the bytes, and checks that they are the same. */
export class BlobsService implements Blobs {
  readonly #parts: BlobsParts;

  constructor(parts: BlobsParts) {
    this.#parts = parts;
  }

  /** The store that is written to. */
  get current(): BlobStore {
    return this.#store(this.#parts.current);
  }

  async put(
    owner: string,
    workspaceId: string,
    content: AsyncIterable<Uint8Array>,
    group?: string,
  ): Promise<StoredBlob> {
    const area = await this.#parts.ownership(this.current).areaForWrites();
    const key = `${inArea(area, owner)}/${workspaceId}/${group === undefined ? '' : `${group}-`}${randomUUID()}`;
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
    return { store: this.current.id, key, size, sha256: hash.digest('hex') };
  }

  async open(blob: StoredBlob, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#store(blob.store).read(blob.key, range);
    return range === undefined ? checked(bytes, blob) : bytes;
  }

  async remove(blobs: readonly Pick<StoredBlob, 'store' | 'key'>[]): Promise<void> {
    const { ownership, records } = this.#parts;
    for (const id of new Set(blobs.map(({ store }) => store))) {
      const store = this.#store(id);
      const keys = blobs.filter((blob) => blob.store === id).map(({ key }) => key);
      const states = new Map<string, string>();
      for (const key of keys) states.set(key, await ownership(store).stateOf(key));
      const inState = (state: string) => keys.filter((key) => states.get(key) === state);
      await records.add(id, 'asked', inState('watching'), currentTime());
      await store.remove(inState('own'));
    }
  }

  async removeOf(workspaceId: string): Promise<void> {
    const { stores, owners, ownership } = this.#parts;
    for (const store of stores.all()) {
      for (const area of await ownership(store).ownAreas()) {
        for (const { id: owner } of owners.all()) await emptyFolder(store, inArea(area, `${owner}/${workspaceId}`));
      }
      if (
        ownership(store)
          .status()
          .some(({ state }) => state === 'watching')
      )
        throw ownerUnknown(store.id);
    }
  }

  #store(id: string): BlobStore {
    return namedStore(this.#parts.stores, id);
  }
}

/** Throws `blobs.unknown_store` (unavailable). */
export function namedStore(stores: Contributions<BlobStore>, id: string): BlobStore {
  const store = stores.get(id);
  if (store !== undefined) return store;
  const known = stores.all().map((item) => item.id);
  const message = `There is no store of files '${id}'; known are ${known.join(', ')}. Set blobs.store (WEFT_BLOBS_STORE), and install the plugin of the store.`;
  throw new PlatformError('unavailable', 'blobs.unknown_store', message);
}

function ownerUnknown(store: string): PlatformError {
  const message = `It is not known yet whether the files in the store '${store}' are this installation's: it watches for some minutes after the start that no other renews its mark. Try again then.`;
  return new PlatformError('unavailable', 'blobs.owner_unknown', message, { retryAfter: 120 });
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
