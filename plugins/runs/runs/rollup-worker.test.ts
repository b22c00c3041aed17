import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { runQuery, runQueryIn } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { RunHook } from './contract.ts';
import { EndStore } from './end-store.ts';
import { RollupWorker } from './rollup-worker.ts';

let test: TestDatabase;
const query = <Row>(text: string) => runQuery<Row>(test.database, text);
/** Runs that the books refuse. */
const refused = new Set<string>();

/** Keeps a book in which each run may stand once. */
const bookkeeper: RunHook = {
  id: 'books',
  endWriter: {
    async aggregate(transaction, runs) {
      const rows = runs.map(({ runId, notes }) => `('${runId}', '${notes?.books ?? 'given up'}')`);
      await runQueryIn(transaction, `insert into books (run_id, note) values ${rows.join(',')}`);
      if (runs.some(({ runId }) => refused.has(runId))) throw new Error('this one can not be entered');
    },
  },
};

beforeAll(async () => {
  test = await createTestDatabase();
  await query('create table books (run_id uuid primary key, note text)');
});
beforeEach(async () => {
  refused.clear();
  await query('delete from books');
  await query('delete from run_ends');
});
afterAll(() => test.dispose());

const newWorker = () =>
  new RollupWorker({ store: new EndStore(test.database), hooks: () => [bookkeeper], logger: silentLogger });
const booked = () => query<{ run_id: string; note: string }>('select run_id, note from books order by run_id');
const left = () => query<{ run_id: string; tries: number }>('select run_id, tries from run_ends order by run_id');

async function end(workspaceId: string, count: number, notes = `'{"books":"noted"}'`): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const values = ids.map((id) => `('${id}', '${workspaceId}', '${workspaceId}', ${notes})`);
  await query(`insert into run_ends (run_id, workspace_id, app_id, notes) values ${values.join(',')}`);
  return ids;
}

/** Nothing is refused any more, and another worker does the rest. */
async function aggregateAll(): Promise<void> {
  refused.clear();
  const worker = newWorker();
  worker.start();
  await expect.poll(left).toEqual([]);
  await worker.stop();
}

describe('ended runs', () => {
  it('are aggregated once each, whoever else is at it, with what was noted', async () => {
    const ids = [...(await end(newId(), 700)), ...(await end(newId(), 1, 'null'))];
    const workers = [newWorker(), newWorker()];
    for (const worker of workers) worker.start();
    await expect.poll(left).toEqual([]);
    for (const worker of workers) await worker.stop();
    const rows = await booked();
    expect(rows.map((row) => row.run_id)).toEqual(ids.sort());
    expect(rows.filter(({ note }) => note !== 'noted')).toEqual([{ run_id: ids.at(-1), note: 'given up' }]);
  });

  it('of a workspace are aggregated when one has waited for it, and no others', async () => {
    const [mine, foreign] = [newId(), newId()];
    const ids = await end(mine, 450);
    const others = await end(foreign, 3);
    await Promise.all([newWorker().aggregated(mine), newWorker().aggregated(mine)]);
    expect((await booked()).map((row) => row.run_id)).toEqual(ids.sort());
    expect((await left()).map((row) => row.run_id)).toEqual(others.sort());
  });

  it('wait for an end writer that is being reloaded', async () => {
    let hooks = [bookkeeper];
    const store = new EndStore(test.database);
    const worker = new RollupWorker({ store, hooks: () => hooks, logger: silentLogger });
    const workspaceId = newId();
    await end(workspaceId, 1);
    await worker.aggregated(workspaceId);
    hooks = [];
    const ids = await end(workspaceId, 2);
    await worker.aggregated(workspaceId);
    expect((await left()).map((row) => row.run_id)).toEqual(ids.sort());
    hooks = [bookkeeper];
    await worker.aggregated(workspaceId);
    expect(await left()).toEqual([]);
    expect(await booked()).toHaveLength(3);
  });

  it('are tried again for as long as none can be aggregated: none of them is to blame', async () => {
    const ids = await end(newId(), 20);
    for (const id of ids) refused.add(id);
    let rounds = 0;
    const counting = Object.assign(new EndStore(test.database), {
      next: async (limit: number) => {
        rounds += 1;
        return EndStore.prototype.next.call(counting, limit);
      },
    });
    const worker = new RollupWorker({ store: counting, hooks: () => [bookkeeper], logger: silentLogger });
    worker.start();
    await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(1);
    await worker.stop();
    expect(await left()).toEqual(ids.sort().map((id) => ({ run_id: id, tries: 0 })));

    await aggregateAll();
    expect(await booked()).toHaveLength(20);
  });

  it('are held to be at fault when nothing can be aggregated for long', async () => {
    const [bad = ''] = await end(newId(), 1);
    refused.add(bad);
    const store = new EndStore(test.database);
    const worker = new RollupWorker({ store, hooks: () => [bookkeeper], logger: silentLogger, patience: 0 });
    worker.start();
    await expect.poll(left).toEqual([{ run_id: bad, tries: 1 }]);
    await worker.stop();
  });

  it('that can not be aggregated hold up no others, and stay', async () => {
    const ids = await end(newId(), 20);
    const bad = ids[7] ?? '';
    refused.add(bad);
    const worker = newWorker();
    worker.start();
    await expect.poll(left).toEqual([{ run_id: bad, tries: 1 }]);
    await worker.stop();
    expect((await booked()).map((row) => row.run_id)).toEqual(ids.filter((id) => id !== bad).sort());

    await aggregateAll();
    expect(await booked()).toHaveLength(20);
  });
});
