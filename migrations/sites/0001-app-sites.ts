import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Web apps of apps: what is set (a JSON object of what differs from the defaults), and the two secrets of embedding. The token is
 * public, and found by; the secret signs ids of visitors and is sealed. Numbers count how often each was made anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_sites (
      app_id uuid primary key,
      workspace_id uuid not null,
      settings jsonb not null default '{}',
      embed_token text not null unique,
      embed_number integer not null default 1,
      visitor_secret text,
      secret_number integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index app_sites_of on app_sites (workspace_id, app_id)`.execute(db);
  await isolateByWorkspace(db, 'app_sites');
}
