import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newId } from '#kernel';
import { runQueryIn } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { RunLogQuery } from './contract.ts';
import { LogStore } from './log-store.ts';

// The embedded database ends no statement after a time.
const onServer = it.skipIf(inject('testDatabaseUrl') === '');

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.dispose());

onServer.each([undefined, 'fern'])('a log that takes too long is refused (keyword %s)', async (keyword) => {
  const logs = new LogStore(test.database, { most: 300 });
  const query: RunLogQuery = {
    appId: newId(),
    status: undefined,
    keyword,
    from: undefined,
    to: undefined,
    createdBy: undefined,
    page: 1,
    limit: 20,
  };
  const read = () => logs.page(newId(), query);
  await test.database
    .system()
    .transaction()
    .execute(async (transaction) => {
      await runQueryIn(transaction, 'lock table workflow_runs in access exclusive mode');
      await expect(read()).rejects.toMatchObject({ kind: 'unavailable', code: 'runs.log_too_slow' });
    });
  expect(await read()).toEqual({ total: 0, hasMore: false, items: [] });
});
