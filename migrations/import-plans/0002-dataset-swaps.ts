import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Which knowledge base took the place of one that imported documents name, and the workspace lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_swaps (
      workspace_id uuid not null,
      named text not null,
      to_id uuid not null,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, named)
    )`.execute(db);
  await isolateByWorkspace(db, 'dataset_swaps');
}
