import { type Kysely, sql } from 'kysely';

/** What else is known of who did what: a new role, the id of what was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entries add column details jsonb not null default '{}'`.execute(db);
}
