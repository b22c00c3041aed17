import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Assertions of SAML providers that were used, until they are over: none is good twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso_assertions (
      connection_id uuid not null references sso_connections (id) on delete cascade,
      id_hash text not null,
      workspace_id uuid not null,
      until timestamptz not null,
      primary key (connection_id, id_hash)
    )`.execute(db);
  await sql`create index sso_assertions_by_until on sso_assertions (until)`.execute(db);
  await isolateByWorkspace(db, 'sso_assertions');
}
