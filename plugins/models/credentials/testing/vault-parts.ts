import { PlatformError } from '#kernel';
import { SealedSets } from '#plugins/credentials/sealed-sets.ts';
import type { SetStore } from '#plugins/credentials/set-store.ts';
import type { Notifications } from '#plugins/database/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';

type MemoryStore = Pick<SetStore, keyof SetStore> & { readonly rows: Map<string, string>; reads: number };

/** A store of default sets in memory; counts its reads and shows what it was given. */
export function memoryStore(): MemoryStore {
  const rows = new Map<string, string>();
  const store = {
    rows,
    reads: 0,
    async all(workspaceId: string) {
      store.reads += 1;
      const own = [...rows].filter(([key]) => key.startsWith(`${workspaceId}/`));
      return own.map(([key, sealed]) => {
        const named = { id: key, provider: key.slice(workspaceId.length + 1), name: 'Default', isDefault: true };
        return { ...named, sealed, createdAt: new Date(0), updatedAt: new Date(0) };
      });
    },
    async save(workspaceId: string, provider: string, sealed: string) {
      rows.set(`${workspaceId}/${provider}`, sealed);
    },
    async remove(workspaceId: string, provider: string) {
      rows.delete(`${workspaceId}/${provider}`);
    },
    create: async () => needsDatabase(),
    change: async () => needsDatabase(),
    removeSet: async () => needsDatabase(),
  };
  return store;
}

function needsDatabase(): never {
  throw new Error('sets beside the default need a database');
}

/** Seals by encoding: enough to see that a text was sealed for this workspace and purpose. */
export function plainSecrets(): Secrets {
  const sealOf = (workspaceId: string, purpose: string) => Buffer.from(`${workspaceId} ${purpose}`).toString('hex');
  return {
    seal: (workspaceId, purpose, plain) => `${sealOf(workspaceId, purpose)}:${Buffer.from(plain).toString('hex')}`,
    open(workspaceId, purpose, sealed) {
      const [seal, text = ''] = sealed.split(':');
      if (seal !== sealOf(workspaceId, purpose))
        throw new PlatformError('conflict', 'secrets.secret_unreadable', 'wrong seal');
      return Buffer.from(text, 'hex').toString();
    },
    sign: (workspaceId, purpose, text) => `${sealOf(workspaceId, purpose)}:${text}`,
    isSigned: (workspaceId, purpose, text, signature) => signature === `${sealOf(workspaceId, purpose)}:${text}`,
    token: (length) => 'x'.repeat(length),
    hash: (key) => key,
  };
}

/** Notifications nobody hears. */
export const silence: Pick<Notifications, 'send' | 'listen'> = { send: async () => {}, listen: () => () => {} };

/** A vault over a store in memory. */
export function memoryVault(store = memoryStore()): SealedSets {
  return new SealedSets({ store, secrets: plainSecrets(), notifications: silence, channel: 'c', purpose: 'p.' });
}
