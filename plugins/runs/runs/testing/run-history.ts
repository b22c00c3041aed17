import type { Database } from '#plugins/database/contract.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { RunBlobStore } from '#plugins/runs/blob-store.ts';
import { HistoryStore } from '#plugins/runs/history-store.ts';
import { LargeValues } from '#plugins/runs/large-values.ts';
import { LogStore } from '#plugins/runs/log-store.ts';
import { PartitionStore } from '#plugins/runs/partition-store.ts';
import { Retention } from '#plugins/runs/retention.ts';

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
