import { type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { CredentialValues, Vault } from './contract.ts';
import type { CredentialStore } from './store.ts';

/** One that can't be opened (its key is missing) is that provider's trouble alone. */
type Entry = { readonly values: CredentialValues } | { readonly error: unknown };

export interface VaultParts {
  readonly store: CredentialStore;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly notifications: Pick<Notifications, 'send' | 'listen'>;
  readonly channel: string;
  /** What the provider's name is put behind to make the purpose of the seal. */
  readonly purpose: string;
}

/** Seals what it saves, and keeps what it opened in memory for a moment. */
export class SealedVault implements Vault {
  readonly #parts: VaultParts;
  readonly #cache: WorkspaceCache<ReadonlyMap<string, Entry>>;

  constructor(parts: VaultParts) {
    this.#parts = parts;
    const { channel, notifications } = parts;
    this.#cache = new WorkspaceCache({ channel, notifications, read: (workspaceId) => this.#read(workspaceId) });
  }

  async find(workspaceId: string, provider: string): Promise<CredentialValues | null> {
    const entry = (await this.#cache.get(workspaceId)).get(provider);
    if (entry === undefined) return null;
    if ('error' in entry) throw entry.error;
    return entry.values;
  }

  async all(workspaceId: string): Promise<ReadonlyMap<string, CredentialValues>> {
    const opened = new Map<string, CredentialValues>();
    for (const [provider, entry] of await this.#cache.get(workspaceId)) {
      if ('values' in entry) opened.set(provider, entry.values);
    }
    return opened;
  }

  async unreadable(workspaceId: string): Promise<ReadonlySet<string>> {
    const entries = [...(await this.#cache.get(workspaceId))];
    return new Set(entries.filter(([, entry]) => 'error' in entry).map(([provider]) => provider));
  }

  async save(workspaceId: string, provider: string, values: CredentialValues): Promise<void> {
    const { store, secrets, purpose } = this.#parts;
    await store.save(workspaceId, provider, secrets.seal(workspaceId, purpose + provider, JSON.stringify(values)));
    await this.#cache.changed(workspaceId);
  }

  async remove(workspaceId: string, provider: string): Promise<void> {
    await this.#parts.store.remove(workspaceId, provider);
    await this.#cache.changed(workspaceId);
  }

  close(): void {
    this.#cache.close();
  }

  async #read(workspaceId: string): Promise<ReadonlyMap<string, Entry>> {
    const { store, secrets, purpose } = this.#parts;
    const entries = new Map<string, Entry>();
    for (const [provider, sealed] of await store.all(workspaceId)) {
      try {
        entries.set(provider, { values: JSON.parse(secrets.open(workspaceId, purpose + provider, sealed)) });
      } catch (error) {
        entries.set(provider, { error });
      }
    }
    return entries;
  }
}
