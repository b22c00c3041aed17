import { afterAll, beforeAll, expect, it } from 'vitest';
import { plansOf } from '#plugins/database/testing/plans.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { makePartitions } from '#plugins/runs/testing/run-history.ts';
import { QueueStore } from './queue-store.ts';

/** As many as make reading all of them look cheap to the planner, which keeps that plan while the tables grow. */
const RUNS = 2_000;
const appId = '00000000-0000-7000-8000-0000000000a1';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await makePartitions(test.database);
  const now = Date.now();
  const id = (kind: number) =>
    `(lpad(to_hex(${now}::bigint - n), 12, '0') || '7${kind}8000' || lpad(to_hex(n), 12, '0'))::uuid`;
  const from = `from generate_series(1, ${RUNS}) n`;
  await runQuery(
    test.database,
    `insert into workflow_runs (id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from,
    created_by_role, created_by, status, created_at, elapsed, start) select ${id(100)}, '${appId}', '${appId}', '${appId}',
    '${appId}', '${appId}', 'chat', 'app-run', 'end_user', '${appId}', 'succeeded', now(), 1,
    json_build_object('data', json_build_object('id', ${id(200)})) ${from}`,
  );
  await runQuery(
    test.database,
    `insert into messages (id, workspace_id, app_id, conversation_id, end_user_id, run_id, inputs, query, answer,
    files, answer_files, citations, status, message_tokens, answer_tokens, total_price, currency, latency, created_at)
    select ${id(200)}, '${appId}', '${appId}', '${appId}', '${appId}', ${id(100)}, '{}', 'q' || n, 'a', '[]', '[]', '[]',
    'normal', 1, 1, 0.1, 'USD', 1, now() ${from}`,
  );
  await runQuery(
    test.database,
    `insert into log_queue (run_id, workspace_id, app_id) select ${id(100)}, '${appId}', '${appId}' ${from} limit 100`,
  );
}, 60_000);
afterAll(() => test.dispose());

it('runs that ended are read one by one, by their ids, with their messages', async () => {
  const { plans, database } = plansOf(test.database);
  const queries: (string | null)[] = [];
  const taken = await new QueueStore(database).take({ limit: 50 }, (texts) => {
    queries.push(...texts.map(({ query }) => query));
    return [];
  });
  expect([taken, new Set(queries).size, queries.every((query) => query?.startsWith('q'))]).toEqual([50, 50, true]);
  const plan = plans.find((text) => text.includes('log_queue')) ?? '';
  expect(plan).toContain('workflow_runs');
  expect(plan).not.toMatch(/Seq Scan on (?:workflow_runs\w*(?: \w+)? {2}\(cost=[\d.]+\.\.(?!0\.)|messages)/);
});
