import { type Kysely, sql } from 'kysely';

/** Somebody is linked before they come in; whoever was linked until now is in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sso_identities add column has_entered boolean not null default true`.execute(db);
  await sql`alter table sso_identities alter column has_entered set default false`.execute(db);
}
