import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Keys of a workspace's knowledge bases; of each its hash is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_keys (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      hash text not null unique,
      last_four text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index dataset_keys_by_workspace on dataset_keys (workspace_id, created_at)`.execute(db);
  await isolateByWorkspace(db, 'dataset_keys');
}
