import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What runs under way have used so far, as each process reports it for the others: by app (`of` is `app`) and by key. Unlogged:
 * after a crash of the database nothing runs that it could be about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table usage_open_runs (
      workspace_id uuid not null,
      process_id uuid not null,
      of text not null,
      id uuid not null,
      currency text not null,
      tokens numeric not null,
      price numeric not null,
      reported_at timestamptz not null,
      primary key (workspace_id, process_id, of, id, currency)
    )`.execute(db);
  await sql`create index usage_open_runs_by_process on usage_open_runs (process_id)`.execute(db);
  await isolateByWorkspace(db, 'usage_open_runs');
}
