import { type Kysely, sql } from 'kysely';

/** Code nodes reach the network only where a workspace allows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column code_network boolean not null default false`.execute(db);
}
