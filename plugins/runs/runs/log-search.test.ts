import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { RunLogQuery } from './contract.ts';
import { LogStore } from './log-store.ts';
import { makePartitions } from './testing/run-history.ts';

/** Runs of the app, from 1, the oldest; each fifth is about ferns. */
const RUNS = 23;
const workspaceId = newId();
const appId = newId();
const users = [newId(), newId()] as const;
const now = Date.now();
const idOf = (n: number) => `(lpad(to_hex(${now}::bigint - ${RUNS} + ${n}), 12, '0') || '70008000000000000000')::uuid`;

let test: TestDatabase;
let ids: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  await makePartitions(test.database);
  const row = (n: number, app: string) => `(${idOf(n)}, '${workspaceId}', '${app}', '${app}', '${newId()}', '${app}',
    'workflow', 'app-run', 'end_user', '${users[n % 2]}', '${n === 5 ? 'failed' : 'succeeded'}', now(), now(),
    '{"topic": "${n % 5 === 0 ? 'Ferns' : 'Moss'}"}', '{"text": "About ${n}"}')`;
  const rows = Array.from({ length: RUNS }, (_, index) => row(index + 1, appId));
  await runQuery(
    test.database,
    `insert into workflow_runs (id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from,
      created_by_role, created_by, status, created_at, finished_at, inputs, outputs)
    values ${[...rows, row(RUNS + 2, newId())].join(',')}`,
  );
  const found = await runQuery<{ id: string }>(
    test.database,
    `select id::text as id from workflow_runs where app_id = '${appId}' order by id`,
  );
  ids = found.map(({ id }) => id);
});
afterAll(() => test.dispose());

const query = (keyword: string, more: Partial<RunLogQuery> = {}): RunLogQuery => ({
  appId,
  status: undefined,
  keyword,
  from: undefined,
  to: undefined,
  createdBy: undefined,
  page: 1,
  limit: 3,
  ...more,
});
const numbers = (items: readonly { readonly id: string }[]) => items.map(({ id }) => ids.indexOf(id) + 1);

describe.each([1, 4, 23, 1_000])('a keyword, looked for in %i runs at a time', (step) => {
  const found = async (keyword: string, more: Partial<RunLogQuery> = {}) => {
    const { total, hasMore, items } = await new LogStore(test.database, { step }).page(
      workspaceId,
      query(keyword, more),
    );
    return [total, hasMore, numbers(items)];
  };

  it('is found in all runs of the app, page by page', async () => {
    expect(await found('fern')).toEqual([4, true, [20, 15, 10]]);
    expect(await found('fern', { page: 2 })).toEqual([4, false, [5]]);
    expect(await found('about 1', { limit: 100 })).toEqual([11, false, [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 1]]);
    expect(await found(ids[0] ?? '')).toEqual([1, false, [1]]);
    expect(await found('rose')).toEqual([0, false, []]);
  });

  it('is found among those that fit the other conditions', async () => {
    expect(await found('fern', { status: 'failed' })).toEqual([1, false, [5]]);
    expect(await found('fern', { createdBy: [users[0]] })).toEqual([2, false, [20, 10]]);
    expect(await found('fern', { createdBy: users })).toEqual([4, true, [20, 15, 10]]);
    expect(await found('fern', { to: now - 86_400_000 })).toEqual([0, false, []]);
  });
});

it('searches at the same time all find, or are all refused', async () => {
  const logs = new LogStore(test.database, { step: 2 });
  const found = await Promise.all(Array.from({ length: 8 }, () => logs.page(workspaceId, query('fern'))));
  expect(found.map(({ total }) => total)).toEqual(Array.from({ length: 8 }, () => 4));
  const refused = new LogStore(test.database, { most: 0 });
  const all = await Promise.allSettled([1, 2].map(() => refused.page(workspaceId, query('fern'))));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('a search whose time is over is refused, on any database', async () => {
  const logs = new LogStore(test.database, { most: 0 });
  const refusal = { kind: 'unavailable', code: 'runs.log_too_slow' };
  await expect(logs.page(workspaceId, query('fern'))).rejects.toMatchObject(refusal);
});
