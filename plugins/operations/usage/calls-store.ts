import { type Kysely, sql } from 'kysely';
import type { Sink } from '#plugins/database/contract.ts';
import { addUsage } from './rollup-store.ts';
import type { UsageRow } from './usage-rows.ts';

/** Rows that one statement removes. */
const FORGOTTEN = 5_000;

/**
 * Adds calls of models outside of runs to their days. Each is noted by its id in the same transaction, so that a batch which
 * is written again after a lost connection counts once. System: a batch has calls of many workspaces.
 */
export const callSink: Sink<UsageRow> = {
  id: 'usage.calls',
  async write(db, rows) {
    const calls = rows.map(({ run_id: id, workspace_id }) => ({ id, workspace_id }));
    const { rows: added } = await sql<{ readonly id: string }>`
      insert into usage_calls (id, workspace_id)
      select id, workspace_id from json_to_recordset(${JSON.stringify(calls)}::json) as c(id uuid, workspace_id uuid)
      order by workspace_id, id
      on conflict do nothing
      returning id`.execute(db);
    const isNew = new Set(added.map(({ id }) => id));
    const counted = rows.filter(({ run_id }) => isNew.delete(run_id));
    if (counted.length > 0) await addUsage(db, counted);
  },
};

/** Forgets which calls were counted before a time; system, of all workspaces. */
export async function forgetCalls(db: Kysely<never>, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from usage_calls where ctid = any(array(
        select ctid from usage_calls where called_at < ${before} limit ${FORGOTTEN}
      ))`.execute(db);
    if (Number(numAffectedRows ?? 0) < FORGOTTEN) return;
  }
}
