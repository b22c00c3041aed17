import type { BlobStore } from '#plugins/blobs/contract.ts';
import { BlobRecords } from '#plugins/blobs/store.ts';
import { StoreOwnership } from '#plugins/blobs/store-ownership.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import type { TestDatabase } from '#plugins/database/testing/test-database.ts';

/** What an installation with this database makes of a store that it writes to. */
export function ownershipOf(
  store: BlobStore,
  { database, home }: Pick<TestDatabase, 'database' | 'home'>,
  holder: string,
): StoreOwnership {
  const records = new BlobRecords(database, home);
  const folders = () => ['files'];
  return new StoreOwnership({ store, records, folders, isWritten: true, holder, logger: silentLogger });
}
