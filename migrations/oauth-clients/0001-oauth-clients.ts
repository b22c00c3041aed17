import { type Kysely, sql } from 'kysely';

/** New tables: nothing that was there before changes. */
export const olderCanWrite = true;

/** OAuth clients that whoever runs the server registered at services. Of the installation, so closed to workspaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oauth_clients (
      provider text primary key,
      client_id text not null,
      sealed_secret text not null,
      base_url text,
      domains text[] not null,
      extra jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`revoke all on oauth_clients from weft_app`.execute(db);
}
