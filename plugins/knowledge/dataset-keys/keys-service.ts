import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';
import { BatchedLookup, type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { DatasetKey, DatasetKeys } from './contract.ts';
import type { FoundKey, KeyStore } from './key-store.ts';

const keyPattern = /^dataset-[A-Za-z0-9]{24}$/;
const CAPACITY = 20_000;

export interface KeysParts {
  readonly store: KeyStore;
  readonly secrets: Pick<Secrets, 'hash' | 'token'>;
  readonly notifications: Pick<Notifications, 'send' | 'listen'>;
}

/** Keys of workspaces. What a key leads to is kept for less than a second, by its hash. */
export class KeysService implements DatasetKeys {
  readonly #parts: KeysParts;
  readonly #found: WorkspaceCache<FoundKey | null>;
  /** Hashes of keys that led somewhere when they were looked up last. */
  readonly #recognized = new LRUCache<string, true>({ max: CAPACITY });
  readonly #used = new Set<string>();

  constructor(parts: KeysParts) {
    this.#parts = parts;
    const { store, notifications } = parts;
    const keys = new BatchedLookup((hashes) => store.find(hashes));
    this.#found = new WorkspaceCache<FoundKey | null>({
      channel: 'dataset_keys_changed',
      notifications,
      read: async (hash) => {
        const found = await keys.get(hash);
        if (found === null) this.#recognized.delete(hash);
        else this.#recognized.set(hash, true);
        return found;
      },
    });
  }

  async create(workspaceId: string, name: string): Promise<{ readonly key: DatasetKey; readonly secret: string }> {
    const { secrets, store } = this.#parts;
    const secret = `dataset-${secrets.token(24)}`;
    const key = await store.insert(workspaceId, { name, hash: secrets.hash(secret), lastFour: secret.slice(-4) });
    return { key, secret };
  }

  list(workspaceId: string) {
    return this.#parts.store.list(workspaceId);
  }

  async revoke(workspaceId: string, keyId: string): Promise<void> {
    const hash = await this.#parts.store.revoke(workspaceId, keyId);
    if (hash === null) {
      throw new PlatformError('not-found', 'dataset-keys.not_found', `There is no key ${keyId} of knowledge bases.`);
    }
    this.#recognized.delete(hash);
    await this.#found.changed(hash);
  }

  /** null: no key, or one that was revoked. */
  async byKey(secret: string): Promise<FoundKey | null> {
    if (!keyPattern.test(secret)) return null;
    const found = await this.#found.get(this.#parts.secrets.hash(secret));
    if (found !== null) this.#used.add(found.keyId);
    return found;
  }

  /** True for a key that was good when it was looked up last. */
  knows(secret: string): boolean {
    return keyPattern.test(secret) && this.#recognized.has(this.#parts.secrets.hash(secret));
  }

  /** Writes when keys were last used; called from time to time. */
  async flushUses(): Promise<void> {
    const used = [...this.#used];
    this.#used.clear();
    if (used.length > 0) await this.#parts.store.markUsed(used);
  }

  close(): void {
    this.#found.close();
  }
}
