import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * The events of runs, for readers in any process: a row holds the events `first` to `last`, without what
 * `node_executions` and `workflow_runs` hold already. A run that is resumed after a crash writes its next generation,
 * which replaces what the one before has from the same number on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_events (
      run_id uuid not null,
      generation integer not null,
      first integer not null,
      last integer not null,
      workspace_id uuid not null,
      entries json not null,
      primary key (run_id, generation, first)
    ) partition by range (run_id)`.execute(db);
  await isolateByWorkspace(db, 'run_events');
}
