import type { Database } from '../../database/contract.ts';
import { silentLogger } from '../../database/testing/silent-logger.ts';
import { RunBlobStore } from '../blob-store.ts';
import { HistoryStore } from '../history-store.ts';
import { LargeValues } from '../large-values.ts';
import { LogStore } from '../log-store.ts';
import { PartitionStore } from '../partition-store.ts';
import { Retention } from '../retention.ts';

/** Makes the partitions that runs of now need. */
export async function makePartitions(database: Database): Promise<void> {
  const parts = { store: new PartitionStore(database), runBlobs: new RunBlobStore(database) };
  await new Retention({ ...parts, blobs: { remove: async () => {} }, days: 0, logger: silentLogger }).prepare();
}

/** The log of an app's runs. */
export function runLog(database: Database): LogStore {
  return new LogStore(database);
}

/** Lists of runs, without their large values. */
export function runHistory(database: Database): HistoryStore {
  const none = async () => Promise.reject(new Error('there are no large values'));
  return new HistoryStore(
    database,
    new LargeValues({ blobs: { put: none, open: none }, limit: 0, logger: silentLogger }),
  );
}
