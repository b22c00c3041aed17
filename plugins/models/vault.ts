import type { Secrets } from '../secrets/contract.ts';
import type { Credentials } from './contract.ts';
import type { CredentialStore } from './store.ts';

/** Milliseconds after which another process's change is seen. Own changes are seen at once. */
const FRESH_FOR = 2_000;
const MAX_WORKSPACES = 1_000;

interface Shelf {
  readonly entries: Promise<ReadonlyMap<string, Entry>>;
  readonly until: number;
}

/** One that can't be opened (its key is missing) is that provider's trouble alone. */
type Entry = { readonly credentials: Credentials } | { readonly error: unknown };

/** Opened credentials per workspace, kept in memory for a moment: each model call of a run asks for them. */
export interface Vault {
  /** Null when there are none; throws `secrets.unreadable` when they can't be opened. */
  find(workspaceId: string, provider: string): Promise<Credentials | null>;
  /** All that can be opened, by provider. */
  all(workspaceId: string): Promise<ReadonlyMap<string, Credentials>>;
  save(workspaceId: string, provider: string, credentials: Credentials): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
}

export function createVault(store: CredentialStore, secrets: Secrets): Vault {
  const shelves = new Map<string, Shelf>();
  const purposeOf = (provider: string) => `models.credentials.${provider}`;

  async function read(workspaceId: string): Promise<ReadonlyMap<string, Entry>> {
    const entries = new Map<string, Entry>();
    for (const [provider, sealed] of await store.all(workspaceId)) {
      try {
        entries.set(provider, { credentials: JSON.parse(secrets.open(workspaceId, purposeOf(provider), sealed)) });
      } catch (error) {
        entries.set(provider, { error });
      }
    }
    return entries;
  }

  function entriesOf(workspaceId: string): Promise<ReadonlyMap<string, Entry>> {
    const shelf = shelves.get(workspaceId);
    if (shelf !== undefined && shelf.until > Date.now()) return shelf.entries;
    const entries = read(workspaceId);
    shelves.delete(workspaceId);
    shelves.set(workspaceId, { entries, until: Date.now() + FRESH_FOR });
    entries.catch(() => shelves.delete(workspaceId));
    const oldest = shelves.keys().next().value;
    if (shelves.size > MAX_WORKSPACES && oldest !== undefined) shelves.delete(oldest);
    return entries;
  }

  return {
    async find(workspaceId, provider) {
      const entry = (await entriesOf(workspaceId)).get(provider);
      if (entry === undefined) return null;
      if ('error' in entry) throw entry.error;
      return entry.credentials;
    },
    async all(workspaceId) {
      const opened = new Map<string, Credentials>();
      for (const [provider, entry] of await entriesOf(workspaceId)) {
        if ('credentials' in entry) opened.set(provider, entry.credentials);
      }
      return opened;
    },
    async save(workspaceId, provider, credentials) {
      await store.save(
        workspaceId,
        provider,
        secrets.seal(workspaceId, purposeOf(provider), JSON.stringify(credentials)),
      );
      shelves.delete(workspaceId);
    },
    async remove(workspaceId, provider) {
      await store.remove(workspaceId, provider);
      shelves.delete(workspaceId);
    },
  };
}
