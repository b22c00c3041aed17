import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Calls of models outside of runs count too. `usage_calls` says which of the last hours are counted, for one that is written
 * again after a lost connection.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table usage_models add column calls bigint not null default 0`.execute(db);
  await sql`alter table usage_keys add column calls bigint not null default 0`.execute(db);
  await sql`
    create table usage_calls (
      workspace_id uuid not null,
      id uuid not null,
      called_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db);
  await sql`create index usage_calls_by_time on usage_calls (called_at)`.execute(db);
  await isolateByWorkspace(db, 'usage_calls');
}
