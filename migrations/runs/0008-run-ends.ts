import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Runs that have ended, until followers have taken what they need of them into tables of their own
 * (plugins/runs/runs/end-store.ts). Written by the very statement that writes the end. `notes`: what each follower noted, by
 * its id; null for a run that was given up. `tries`: how often it could not be taken while others could.
 *
 * The rows of a moment: vacuumed by their number, for a share of what is there would be nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_ends (
      run_id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      notes json,
      tries smallint not null default 0
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
  await isolateByWorkspace(db, 'run_ends');
}
