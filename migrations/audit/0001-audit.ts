import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Who did what. Workspaces read it and add to it; nothing they run may change or remove a line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      id uuid primary key,
      workspace_id uuid not null,
      at timestamptz not null,
      account_id uuid,
      actor text not null,
      address text not null,
      action text not null,
      summary text not null,
      targets jsonb not null,
      request_id text,
      status integer
    )`.execute(db);
  await sql`create index audit_entries_by_workspace on audit_entries (workspace_id, id desc)`.execute(db);
  await sql`create index audit_entries_by_age on audit_entries (at)`.execute(db);
  await isolateByWorkspace(db, 'audit_entries');
  await sql`revoke update, delete on audit_entries from weft_app`.execute(db);
}
