import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Documents that wait for somebody to confirm that they are to be imported: sealed, for they may hold secrets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pending_imports (
      id uuid primary key,
      workspace_id uuid not null,
      sealed text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index pending_imports_by_workspace on pending_imports (workspace_id, id desc)`.execute(db);
  await sql`create index pending_imports_by_expiry on pending_imports (expires_at)`.execute(db);
  await isolateByWorkspace(db, 'pending_imports');
}
