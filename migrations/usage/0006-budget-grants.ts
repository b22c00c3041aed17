import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What each process may use of a budget before it asks again: others count it as used until it expires. Unlogged: after a
 * crash of the database no process holds any. Reports of runs under way are numbered by their process, so that of two
 * the later one counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table usage_budget_grants (
      workspace_id uuid not null,
      budget_id uuid not null,
      process_id uuid not null,
      amount numeric not null,
      expires_at timestamptz not null,
      primary key (workspace_id, budget_id, process_id)
    )`.execute(db);
  await isolateByWorkspace(db, 'usage_budget_grants');
  await sql`alter table usage_open_runs add column told bigint not null default 0`.execute(db);
}
