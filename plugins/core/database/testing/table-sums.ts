import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/**
 * A sum over the rows of every table that holds data of workspaces: equal sums, equal rows. Without the audit log, the
 * index of logs, what counts requests and what is known of triggers, which are written a moment after what they are about. What is
 * counted of runs that have ended is waited for.
 */
export async function tableSums(database: Database): Promise<Readonly<Record<string, string>>> {
  const db = database.system();
  const isSettled = async () => (await sql`select from run_ends limit 1`.execute(db)).rows.length === 0;
  const deadline = Date.now() + 30_000;
  while (!(await isSettled()) && Date.now() < deadline) await sleep(20);
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'workspace_id' and c.relkind in ('r', 'p') and c.relname not in ('audit_entries', 'log_queue', 'log_texts', 'run_ends', 'usage_days', 'usage_calls', 'trigger_apps') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace order by 1`.execute(db);
  // When a key was last used is written from time to time, whatever a test does.
  const row = sql`(to_jsonb(t) - 'last_used_at')::text`;
  const each = tables.rows.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name,
        count(*) || ' ' || coalesce(md5(string_agg(${row}, '' order by ${row})), '') as sum
      from ${sql.table(name)} t`,
  );
  const sums = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  return Object.fromEntries(sums.rows.map(({ name, sum }) => [name, sum]));
}
