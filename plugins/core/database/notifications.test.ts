import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ServerNotifications } from './notifications.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.dispose());

/** Sends until it is heard: on a server, nobody is told when listening begins. */
async function heard(send: () => Promise<void>, received: readonly string[]): Promise<void> {
  const before = received.length;
  const isHeard = async () => {
    await send();
    return received.length > before;
  };
  await expect.poll(isHeard, { interval: 20 }).toBe(true);
}

describe('notifications', () => {
  it('reach whoever listens to their channel, until they end it', async () => {
    const { notifications } = test;
    const own: string[] = [];
    const other: string[] = [];
    const end = notifications.listen('test_own', (payload) => own.push(payload));
    notifications.listen('test_other', (payload) => other.push(payload));
    await heard(() => notifications.send('test_own', 'hello'), own);
    await heard(() => notifications.send('test_other', "it's\n✓"), other);
    expect(new Set(own)).toEqual(new Set(['hello']));
    expect(new Set(other)).toEqual(new Set(["it's\n✓"]));
    end();
    const count = own.length;
    await notifications.send('test_own', 'late');
    await heard(() => notifications.send('test_other', 'x'), other);
    expect(own).toHaveLength(count);
  });

  it('do not fail for others when one listener throws', async () => {
    const { notifications } = test;
    const received: string[] = [];
    notifications.listen('test_both', () => {
      throw new Error('broken');
    });
    notifications.listen('test_both', (payload) => received.push(payload));
    await heard(() => notifications.send('test_both', 'x'), received);
  });

  it.each([
    ['a channel that is no name', 'a b; drop table x', 'x'],
    ['a text that is too long', 'test_own', '✓'.repeat(3_000)],
  ])('are refused with %s', async (_case, channel, payload) => {
    await expect(test.notifications.send(channel, payload)).rejects.toMatchObject({
      code: 'database.invalid_notification',
    });
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('notifications of a server', () => {
  it('reach other processes, also after the connection was lost', async () => {
    const db = test.database.system<never>();
    const other = new ServerNotifications({ url: Promise.resolve(test.url), db, logger: silentLogger });
    const received: string[] = [];
    other.listen('test_far', (payload) => received.push(payload));
    await heard(() => test.notifications.send('test_far', 'first'), received);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'weft notifications'`.execute(db);
    // A first one may still arrive late.
    const seconds = () => received.filter((payload) => payload === 'second');
    const isHeard = async () => {
      await test.notifications.send('test_far', 'second');
      return seconds().length;
    };
    await expect.poll(isHeard, { interval: 20 }).toBeGreaterThan(0);
    await other.close();
  });
});
