import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';

const DAY = 86_400_000;

/** Node executions of the last hundred days, evenly, and a run a day. Needs their partitions. */
export async function fillHistory(
  database: Database,
  { now, rows }: { readonly now: number; readonly rows: number },
): Promise<void> {
  const at = `${now}::bigint - (n * 100 * ${DAY}::bigint / ${rows})`;
  const id = `(lpad(to_hex(${at}), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid`;
  const any = `'${newId()}'::uuid`;
  await runQuery(
    database,
    `insert into node_executions
      (run_id, index, id, workspace_id, node_id, node_type, title, status, elapsed, started_at, finished_at)
    select ${id}, 1, ${id}, ${any}, 'n', 'code', 'n', 'succeeded', 0, now(), now()
    from generate_series(0, ${rows - 1}) n`,
  );
  await runQuery(
    database,
    `insert into workflow_runs (id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from,
      created_by_role, created_by, status, created_at, finished_at)
    select ${id}, ${any}, ${any}, ${any}, ${any}, ${any}, 'workflow', 'app-run', 'end_user', ${any}, 'succeeded',
      now(), now()
    from generate_series(0, ${rows - 1}, ${rows / 100}) n`,
  );
}
