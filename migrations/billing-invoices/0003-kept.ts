import { type Kysely, sql } from 'kysely';

/**
 * Invoices of workspaces that were removed: whoever issued them has to keep them. They are of nobody's workspace, so they are
 * closed to workspace sessions; `customer_id` is what the workspace was called in other records.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_invoices (
      id uuid primary key,
      customer_id uuid not null,
      customer_name text not null,
      number text not null unique,
      status text not null,
      plan text,
      period_start timestamptz,
      period_end timestamptz,
      currency text not null,
      lines json not null,
      total numeric not null,
      issued_at timestamptz not null,
      due_at timestamptz not null,
      settled_at timestamptz
    )`.execute(db);
}
