import { expect } from 'vitest';
import type { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';

export interface Counted {
  readonly runs: number;
  readonly tokens: number;
  readonly price: string;
}

/** What the rows of ended runs add up to, and what was counted, once all of them are aggregated. */
export async function counted(database: Database): Promise<{ readonly runs: Counted; readonly usage: Counted }> {
  const waiting = () => runQuery(database, 'select run_id from run_ends');
  await expect.poll(waiting).toEqual([]);
  const [runs] = await runQuery<Counted>(
    database,
    `select count(*)::int as runs, coalesce(sum(total_tokens), 0)::int as tokens,
       trim_scale(coalesce(sum(total_price), 0))::text as price
     from workflow_runs where status not in ('running', 'paused')`,
  );
  const [usage] = await runQuery<Counted>(
    database,
    `select (select coalesce(sum(runs_succeeded + runs_partial + runs_failed + runs_stopped), 0)::int from usage_days)
       as runs,
       coalesce(sum(total_tokens), 0)::int as tokens, trim_scale(coalesce(sum(price), 0))::text as price
     from usage_models`,
  );
  if (runs === undefined || usage === undefined) throw new Error('a sum has no row');
  return { runs, usage };
}
