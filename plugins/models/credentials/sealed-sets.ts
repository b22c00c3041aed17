import { type Notifications, WorkspaceCache } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { CredentialSet, CredentialValues, SetChange, SetVault } from './contract.ts';
import type { SealedSet, SetStore } from './set-store.ts';

export interface SetVaultParts {
  readonly store: Pick<SetStore, keyof SetStore>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly notifications: Pick<Notifications, 'send' | 'listen'>;
  readonly channel: string;
  /** What the provider's name is put behind to make the purpose of the seal. */
  readonly purpose: string;
}

/** Seals what it saves, and keeps what it opened in memory for a moment. */
export class SealedSets implements SetVault {
  readonly #parts: SetVaultParts;
  readonly #cache: WorkspaceCache<readonly CredentialSet[]>;

  constructor(parts: SetVaultParts) {
    this.#parts = parts;
    const { channel, notifications } = parts;
    this.#cache = new WorkspaceCache({ channel, notifications, read: (workspaceId) => this.#read(workspaceId) });
  }

  sets(workspaceId: string): Promise<readonly CredentialSet[]> {
    return this.#cache.get(workspaceId);
  }

  async find(workspaceId: string, provider: string): Promise<CredentialValues | null> {
    const sets = await this.sets(workspaceId);
    return sets.find((set) => set.provider === provider && set.isDefault)?.values() ?? null;
  }

  async all(workspaceId: string): Promise<ReadonlyMap<string, CredentialValues>> {
    return new Map((await this.#defaults(workspaceId)).flatMap(([name, values]) => (values ? [[name, values]] : [])));
  }

  async unreadable(workspaceId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#defaults(workspaceId)).flatMap(([name, values]) => (values ? [] : [name])));
  }

  /** Null: it can't be opened (its key is missing), which is that provider's trouble alone. */
  async #defaults(workspaceId: string): Promise<readonly (readonly [string, CredentialValues | null])[]> {
    const sets = (await this.sets(workspaceId)).filter(({ isDefault }) => isDefault);
    return sets.map((set) => {
      try {
        return [set.provider, set.values()];
      } catch {
        return [set.provider, null];
      }
    });
  }

  async save(workspaceId: string, provider: string, values: CredentialValues): Promise<void> {
    await this.#parts.store.save(workspaceId, provider, this.#seal(workspaceId, provider, values));
    await this.#cache.changed(workspaceId);
  }

  async create(workspaceId: string, provider: string, set: { name: string; values: CredentialValues }) {
    const sealed = this.#seal(workspaceId, provider, set.values);
    const id = await this.#parts.store.create(workspaceId, provider, { name: set.name, sealed });
    await this.#cache.changed(workspaceId);
    return id;
  }

  async change(workspaceId: string, provider: string, id: string, { values, ...change }: SetChange): Promise<boolean> {
    const sealed = values === undefined ? {} : { sealed: this.#seal(workspaceId, provider, values) };
    const isThere = await this.#parts.store.change(workspaceId, provider, { id, ...change, ...sealed });
    await this.#cache.changed(workspaceId);
    return isThere;
  }

  async removeSet(workspaceId: string, provider: string, id: string): Promise<boolean> {
    const wasThere = await this.#parts.store.removeSet(workspaceId, provider, id);
    await this.#cache.changed(workspaceId);
    return wasThere;
  }

  async remove(workspaceId: string, provider: string): Promise<void> {
    await this.#parts.store.remove(workspaceId, provider);
    await this.#cache.changed(workspaceId);
  }

  close(): void {
    this.#cache.close();
  }

  #seal(workspaceId: string, provider: string, values: CredentialValues): string {
    const { secrets, purpose } = this.#parts;
    return secrets.seal(workspaceId, purpose + provider, JSON.stringify(values));
  }

  async #read(workspaceId: string): Promise<readonly CredentialSet[]> {
    const sets = await this.#parts.store.all(workspaceId);
    return sets.map((set) => this.#opened(workspaceId, set));
  }

  /** Opened when somebody asks, and once: most calls need one set of many. */
  #opened(workspaceId: string, { sealed, ...set }: SealedSet): CredentialSet {
    const { secrets, purpose } = this.#parts;
    let values: CredentialValues | undefined;
    const open = (): CredentialValues => {
      values ??= JSON.parse(secrets.open(workspaceId, purpose + set.provider, sealed)) as CredentialValues;
      return values;
    };
    return { ...set, values: open };
  }
}
