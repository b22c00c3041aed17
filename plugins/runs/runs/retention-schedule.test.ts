import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { RunBlobStore } from './blob-store.ts';
import { PartitionStore } from './partition-store.ts';
import { Retention } from './retention.ts';
import { fillHistory } from './testing/aged-history.ts';

const DAY = 86_400_000;
const DAYS = 60;
const rows = inject('testDatabaseUrl') === '' ? 20_000 : 200_000;
const now = Date.now();
/** Patience: a machine under load takes many times what a quiet one does. */
const wait = { timeout: 60_000, interval: 50 };

let test: TestDatabase;
let store: PartitionStore;
beforeAll(async () => {
  test = await createTestDatabase();
  store = new PartitionStore(test.database);
  await store.ensure(now - 110 * DAY, 'month', 50 * DAY);
  await store.ensure(now - 60 * DAY, 'week', 70 * DAY);
  await fillHistory(test.database, { now, rows });
});
afterAll(() => test.dispose());

/** A schedule of some milliseconds, and what it told followers. */
function schedule(parts: Partial<ConstructorParameters<typeof Retention>[0]> = {}) {
  const told: string[] = [];
  const retention = new Retention({
    store,
    runBlobs: new RunBlobStore(test.database),
    blobs: { remove: async () => {} },
    days: DAYS,
    logger: silentLogger,
    period: 20,
    forgotten: async (before) => void told.push(before),
    ...parts,
  });
  return { retention, told };
}

/** Partitions that are older than is kept, as names. */
const tooOld = async () => (await store.list()).filter(({ to }) => to <= now - DAYS * DAY).map(({ name }) => name);

async function count(): Promise<number> {
  const [row] = await runQuery<{ count: number }>(test.database, 'select count(*)::int as count from node_executions');
  return row?.count ?? 0;
}

it('drops what is too old of a large table again and again, and makes room for what comes', async () => {
  expect(await count()).toBe(rows);
  expect((await tooOld()).length).toBeGreaterThanOrEqual(3);
  const { retention, told } = schedule();
  retention.start();
  try {
    await expect.poll(tooOld, wait).toEqual([]);
    // The rest is kept: sixty days, and what shares a partition with them.
    const kept = await count();
    expect(kept).toBeGreaterThanOrEqual(Math.floor(rows * (DAYS / 100)));
    expect(kept).toBeLessThan(rows);
    await expect.poll(() => told.length, wait).toBeGreaterThan(0);
    // What becomes too old later is dropped by a later sweep.
    await store.ensure(now - 100 * DAY, 'week', 0);
    await expect.poll(tooOld, wait).toEqual([]);
    expect(await count()).toBe(kept);
    const ahead = (await store.list()).filter(({ table }) => table === 'workflow_runs').map(({ to }) => to);
    expect(Math.max(...ahead)).toBeGreaterThan(now + 13 * DAY);
  } finally {
    await retention.stop();
  }
});

it('goes on after a sweep that failed, and ends when it is stopped', async () => {
  let sweeps = 0;
  const failing = Object.assign(new PartitionStore(test.database), {
    ensure: async () => {
      sweeps += 1;
      throw new Error('the database is gone');
    },
  });
  const { retention, told } = schedule({ store: failing });
  retention.start();
  await expect.poll(() => sweeps, wait).toBeGreaterThan(2);
  await retention.stop();
  const ended = sweeps;
  // By the time another one has swept three times, the stopped one would have as well.
  const other = schedule();
  other.retention.start();
  await expect.poll(() => other.told.length, wait).toBeGreaterThan(2);
  await other.retention.stop();
  expect(sweeps).toBe(ended);
  expect(told).toEqual([]);
});

it('drops nothing where runs are kept for ever', async () => {
  await store.ensure(now - 100 * DAY, 'week', 0);
  const old = await tooOld();
  expect(old.length).toBeGreaterThan(0);
  let prepared = 0;
  const counting = Object.assign(new PartitionStore(test.database), {
    ensure: async () => {
      prepared += 1;
    },
  });
  const { retention, told } = schedule({ store: counting, days: 0 });
  retention.start();
  await expect.poll(() => prepared, wait).toBeGreaterThan(2);
  await retention.stop();
  expect(await tooOld()).toEqual(old);
  expect(told).toEqual([]);
});
