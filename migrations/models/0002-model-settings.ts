import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What a workspace says of models: which it has switched off, which it has added to a provider that can't list its own, and
 * which is meant where an app names none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspace_models (
      workspace_id uuid not null,
      provider text not null,
      type text not null,
      model text not null,
      is_enabled boolean not null default true,
      is_custom boolean not null default false,
      context_size integer,
      created_at timestamptz not null default now(),
      primary key (workspace_id, provider, type, model)
    )`.execute(db);
  await sql`
    create table default_models (
      workspace_id uuid not null,
      type text not null,
      provider text not null,
      model text not null,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, type)
    )`.execute(db);
  for (const table of ['workspace_models', 'default_models']) await isolateByWorkspace(db, table);
}
