import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { runQuery, runQueryIn } from '../database/testing/run-query.ts';
import { silentLogger } from '../database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import type { RunFollower } from './contract.ts';
import { EndStore } from './end-store.ts';
import { Settler } from './settler.ts';

let test: TestDatabase;
const query = <Row>(text: string) => runQuery<Row>(test.database, text);
/** Runs that the books refuse. */
const refused = new Set<string>();

/** Keeps a book in which each run may stand once. */
const bookkeeper: RunFollower = {
  id: 'books',
  async settle(transaction, runs) {
    const rows = runs.map(({ runId, notes }) => `('${runId}', '${notes?.books ?? 'given up'}')`);
    await runQueryIn(transaction, `insert into books (run_id, note) values ${rows.join(',')}`);
    if (runs.some(({ runId }) => refused.has(runId))) throw new Error('this one can not be entered');
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

const newSettler = () =>
  new Settler({ store: new EndStore(test.database), followers: () => [bookkeeper], logger: silentLogger });
const booked = () => query<{ run_id: string; note: string }>('select run_id, note from books order by run_id');
const left = () => query<{ run_id: string; tries: number }>('select run_id, tries from run_ends order by run_id');

async function end(workspaceId: string, count: number, notes = `'{"books":"noted"}'`): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const values = ids.map((id) => `('${id}', '${workspaceId}', '${workspaceId}', ${notes})`);
  await query(`insert into run_ends (run_id, workspace_id, app_id, notes) values ${values.join(',')}`);
  return ids;
}

/** Nothing is refused any more, and another settler does the rest. */
async function settleAll(): Promise<void> {
  refused.clear();
  const settler = newSettler();
  settler.start();
  await expect.poll(left).toEqual([]);
  await settler.stop();
}

describe('ended runs', () => {
  it('are settled once each, whoever else is at it, with what was noted', async () => {
    const ids = [...(await end(newId(), 700)), ...(await end(newId(), 1, 'null'))];
    const settlers = [newSettler(), newSettler()];
    for (const settler of settlers) settler.start();
    await expect.poll(left).toEqual([]);
    for (const settler of settlers) await settler.stop();
    const rows = await booked();
    expect(rows.map((row) => row.run_id)).toEqual(ids.sort());
    expect(rows.filter(({ note }) => note !== 'noted')).toEqual([{ run_id: ids.at(-1), note: 'given up' }]);
  });

  it('of a workspace are settled when one has waited for it, and no others', async () => {
    const [mine, foreign] = [newId(), newId()];
    const ids = await end(mine, 450);
    const others = await end(foreign, 3);
    await Promise.all([newSettler().settled(mine), newSettler().settled(mine)]);
    expect((await booked()).map((row) => row.run_id)).toEqual(ids.sort());
    expect((await left()).map((row) => row.run_id)).toEqual(others.sort());
  });

  it('wait for a follower that is being reloaded', async () => {
    let followers = [bookkeeper];
    const store = new EndStore(test.database);
    const settler = new Settler({ store, followers: () => followers, logger: silentLogger });
    const workspaceId = newId();
    await end(workspaceId, 1);
    await settler.settled(workspaceId);
    followers = [];
    const ids = await end(workspaceId, 2);
    await settler.settled(workspaceId);
    expect((await left()).map((row) => row.run_id)).toEqual(ids.sort());
    followers = [bookkeeper];
    await settler.settled(workspaceId);
    expect(await left()).toEqual([]);
    expect(await booked()).toHaveLength(3);
  });

  it('are tried again for as long as none can be settled: none of them is to blame', async () => {
    const ids = await end(newId(), 20);
    for (const id of ids) refused.add(id);
    let rounds = 0;
    const counting = Object.assign(new EndStore(test.database), {
      next: async (limit: number) => {
        rounds += 1;
        return EndStore.prototype.next.call(counting, limit);
      },
    });
    const settler = new Settler({ store: counting, followers: () => [bookkeeper], logger: silentLogger });
    settler.start();
    await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(1);
    await settler.stop();
    expect(await left()).toEqual(ids.sort().map((id) => ({ run_id: id, tries: 0 })));

    await settleAll();
    expect(await booked()).toHaveLength(20);
  });

  it('are held to be at fault when nothing can be settled for long', async () => {
    const [bad = ''] = await end(newId(), 1);
    refused.add(bad);
    const store = new EndStore(test.database);
    const settler = new Settler({ store, followers: () => [bookkeeper], logger: silentLogger, patience: 0 });
    settler.start();
    await expect.poll(left).toEqual([{ run_id: bad, tries: 1 }]);
    await settler.stop();
  });

  it('that can not be settled hold up no others, and stay', async () => {
    const ids = await end(newId(), 20);
    const bad = ids[7] ?? '';
    refused.add(bad);
    const settler = newSettler();
    settler.start();
    await expect.poll(left).toEqual([{ run_id: bad, tries: 1 }]);
    await settler.stop();
    expect((await booked()).map((row) => row.run_id)).toEqual(ids.filter((id) => id !== bad).sort());

    await settleAll();
    expect(await booked()).toHaveLength(20);
  });
});
