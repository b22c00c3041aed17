import { type Kysely, sql } from 'kysely';

/** Who invited, as an account: his invitations go when he does. null: the operator, and all from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column inviter_id uuid`.execute(db);
  await sql`create index invitations_by_inviter on invitations (workspace_id, inviter_id)`.execute(db);
}
