import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Which model took the place of one that imported documents name, and the workspace lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table model_swaps (
      workspace_id uuid not null,
      type text not null,
      provider text not null,
      model text not null,
      to_provider text not null,
      to_model text not null,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, type, provider, model)
    )`.execute(db);
  await isolateByWorkspace(db, 'model_swaps');
}
