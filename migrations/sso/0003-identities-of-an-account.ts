import { type Kysely, sql } from 'kysely';

/** Whom an account is known as, whatever the workspace: another subject is not linked to it without being asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sso_identities_of_account on sso_identities (account_id)`.execute(db);
}
