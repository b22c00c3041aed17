import { type Kysely, sql } from 'kysely';

/**
 * Forces row-level security on a tenant table: the role `weft_app` sees and writes only rows of the workspace its
 * session is set to; the owner of the table (the system role) sees all. Called by the migration that creates the table.
 * `column` is the one that holds the workspace's id.
 */
export async function isolateByWorkspace(db: Kysely<unknown>, table: string, column = 'workspace_id'): Promise<void> {
  const name = sql.table(table);
  const own = sql`${sql.ref(column)} = nullif(current_setting('weft.workspace_id', true), '')::uuid`;
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`create policy workspace on ${name} to weft_app using (${own}) with check (${own})`.execute(db);
  await sql`create policy system on ${name} to current_user using (true) with check (true)`.execute(db);
  await sql`grant select, insert, update, delete on ${name} to weft_app`.execute(db);
}
