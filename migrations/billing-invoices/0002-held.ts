import { type Kysely, sql } from 'kysely';

/** While its workspace is closed an open invoice waits: `held_at` says since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column held_at timestamptz`.execute(db);
  await sql`drop index invoices_due`.execute(db);
  await sql`
    create index invoices_due on invoices (due_at)
      where status = 'open' and not is_overdue and held_at is null`.execute(db);
}
