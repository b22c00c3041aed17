import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Which customer of Stripe a workspace is, as this server made it; and which events were dealt with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stripe_customers (
      workspace_id uuid primary key,
      customer_id text not null unique,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create table stripe_events (id text primary key, received_at timestamptz not null default now())`.execute(
    db,
  );
  await isolateByWorkspace(db, 'stripe_customers');
}
