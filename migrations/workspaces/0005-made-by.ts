import { type Kysely, sql } from 'kysely';

/** Which account made a workspace, whoever owns it now: there is a limit of those. Null: the server did, or it is older. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column made_by uuid`.execute(db);
  await sql`create index workspaces_made_by on workspaces (made_by) where made_by is not null`.execute(db);
}
