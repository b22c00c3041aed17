import type { HealthCheck } from '#kernel';
import type { BlobStore } from './contract.ts';
import { foreignText, type StoreOwnership } from './store-ownership.ts';

/** Whether the files in the store are this installation's, or those of one that this is a copy of. */
export function ownershipHealthCheck(
  current: () => BlobStore,
  of: (store: BlobStore) => Pick<StoreOwnership, 'look' | 'status'>,
): HealthCheck {
  return {
    id: 'blobs.owner',
    title: 'Owner of the files',
    async check() {
      const store = current();
      const ownership = of(store);
      await ownership.look();
      const root = ownership.status().find(({ area }) => area === '');
      const facts = {
        store: store.id,
        state: root?.state ?? 'unknown',
        holder: root?.holder ?? null,
        renewed_at: root?.renewedAt ?? null,
      };
      if (root === undefined || root.state !== 'foreign') {
        const summary =
          root?.state === 'own'
            ? `The files in the store \`${store.id}\` are this installation's.`
            : `The store \`${store.id}\` is watched for some minutes after the start; what is to be removed waits that long.`;
        return { state: 'ok', summary, facts };
      }
      const next = `Leave it, if this is a copy (a drill, a staging installation). Otherwise stop the other installation and run \`weft blobs adopt ${store.id}\`.`;
      return { state: 'warning', code: 'blobs.foreign_store', summary: foreignText(store.id, root), next, facts };
    },
  };
}
