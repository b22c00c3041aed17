import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { openCounters } from './counters.ts';
import { DayWindows } from './day-windows.ts';
import { Quotas, quota } from './quota.ts';
import { WindowStore } from './window-store.ts';

const HOUR = 3_600_000;

let test: TestDatabase;
let store: WindowStore;
beforeAll(async () => {
  test = await createTestDatabase();
  store = new WindowStore(test.database);
});
afterAll(() => test.dispose());

/** A process, as far as its limits go. */
function process(now: { at: number } = { at: Date.now() }, kept: Pick<WindowStore, 'find' | 'add' | 'forget'> = store) {
  const days = new DayWindows({ store: kept, logger: silentLogger, now: () => now.at });
  return { days, quotas: new Quotas(openCounters(null, days)) };
}

const requests = (workspaceId: string, limit: number) =>
  quota({ window: 'day', workspaceId, key: `workspace:${workspaceId}` }, limit, 'So many')[0] ?? expect.unreachable();

describe('a limit per day', () => {
  it('goes on after a restart, until its window is over', async () => {
    const id = newId();
    const now = { at: Date.now() };
    const first = process(now);
    for (let index = 0; index < 4; index += 1) await first.quotas.take(requests(id, 5));
    await first.days.flush();
    now.at += HOUR;
    const second = process(now);
    expect(await second.quotas.take(requests(id, 5))).toMatchObject({
      isRefused: false,
      remaining: 0,
      left: 23 * HOUR,
    });
    expect(await second.quotas.take(requests(id, 5))).toMatchObject({ isRefused: true });
    await second.days.flush();
    now.at += 23 * HOUR;
    expect(await process(now).quotas.take(requests(id, 5))).toMatchObject({ isRefused: false, remaining: 4 });
  });

  it('counts tokens the same way', async () => {
    const id = newId();
    const tokens = { ...requests(id, 100), key: `tokens:app:${id}` };
    const first = process();
    await first.quotas.spend(tokens, 100);
    await first.days.flush();
    expect(await process().quotas.look(tokens)).toMatchObject({ isRefused: true });
  });

  it('is that of all processes as soon as they have told of theirs', async () => {
    const id = newId();
    const both = [process(), process()];
    for (const { quotas } of both) for (let index = 0; index < 3; index += 1) await quotas.take(requests(id, 100));
    for (const { days } of [...both, ...both]) await days.flush();
    await both[0]?.quotas.take(requests(id, 100));
    await both[0]?.days.flush();
    expect(await process().quotas.used(requests(id, 100))).toBe(7);
  });

  it('counts in memory while the database can not be asked, and tells it later', async () => {
    const id = newId();
    let isLost = true;
    const lost = () => Promise.reject(new Error('lost'));
    const now = { at: Date.now() };
    const { days, quotas } = process(now, {
      find: (...asked) => (isLost ? lost() : store.find(...asked)),
      add: (added) => (isLost ? lost() : store.add(added)),
      forget: (before) => store.forget(before),
    });
    for (let index = 0; index < 3; index += 1) await quotas.take(requests(id, 3));
    await days.flush();
    expect(await quotas.take(requests(id, 3))).toMatchObject({ isRefused: true });
    isLost = false;
    await days.flush();
    expect(await process(now).quotas.used(requests(id, 3))).toBe(3);
  });

  it('names nobody in the database', async () => {
    const [id, user] = [newId(), newId()];
    const { days } = process();
    await days.add(id, `tokens:user:${id}:${user}`, 1);
    await days.flush();
    const rows = await test.database
      .system<{ limit_windows: { key: string } }>()
      .selectFrom('limit_windows')
      .selectAll()
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(user);
  });
});
