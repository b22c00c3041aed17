import { type Kysely, sql } from 'kysely';

/** A deleted workspace is closed at once, and kept until `purge_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column deleted_at timestamptz,
      add column deleted_by text,
      add column purge_at timestamptz`.execute(db);
  await sql`create index workspaces_closed on workspaces (id) where deleted_at is not null`.execute(db);
}
