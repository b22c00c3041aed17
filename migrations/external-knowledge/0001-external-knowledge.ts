import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Services that are asked for knowledge kept elsewhere, each with the key it wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table external_knowledge_apis (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      endpoint text not null,
      sealed_key text not null,
      -- The end of the key, to know it again.
      key_hint text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index external_knowledge_apis_by_workspace on external_knowledge_apis (workspace_id, id)`.execute(db);
  await isolateByWorkspace(db, 'external_knowledge_apis');
}
