import { afterAll, beforeAll, expect, it } from 'vitest';
import { plansOf } from '#plugins/database/testing/plans.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { NameStore } from './name-store.ts';

const workspaceId = '00000000-0000-7000-8000-000000000001';
const other = '00000000-0000-7000-8000-000000000002';

let test: TestDatabase;
let plans: string[];
let store: NameStore;

beforeAll(async () => {
  test = await createTestDatabase();
  const watched = plansOf(test.database);
  plans = watched.plans;
  store = new NameStore(watched.database);
  for (const workspace of [workspaceId, other]) {
    await runQuery(
      test.database,
      `insert into search_names (workspace_id, source, id, name)
       select '${workspace}', 'app', n::text, search_fold('Größe 客服 ' || n) from generate_series(1, 10000) n`,
    );
  }
  await runQuery(test.database, 'analyze search_names');
}, 120_000);
afterAll(() => test.dispose());

it.each(['größe', 'G', '服', '777', 'zz'])(
  '"%s" is looked for in the index, and in one workspace alone',
  async (words) => {
    plans.length = 0;
    const found = await store.find({ workspaceId, source: 'app', words, offset: 0, limit: 10_000 });
    expect(plans.join('\n')).toContain('Bitmap Index Scan on search_names_by_key');
    expect(plans.join('\n')).not.toContain('Seq Scan on search_names');
    const named = Array.from({ length: 10_000 }, (_, at) => at + 1).filter((n) =>
      `größe 客服 ${n}`.includes(words.toLowerCase()),
    );
    expect(found).toHaveLength(named.length);
  },
);

it('names are made searchable without time for statistics that nobody reads', async () => {
  const rows = await runQuery<{ tablename: string }>(
    test.database,
    `select tablename from pg_stats where tablename = 'search_names_by_key'`,
  );
  expect(rows).toEqual([]);
});
