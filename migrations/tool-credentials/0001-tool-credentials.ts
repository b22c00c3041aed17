import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Credentials of tool providers, one set per workspace and provider, sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tool_credentials (
      workspace_id uuid not null,
      provider text not null,
      sealed text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, provider)
    )`.execute(db);
  await isolateByWorkspace(db, 'tool_credentials');
}
