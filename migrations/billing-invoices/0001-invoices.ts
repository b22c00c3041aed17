import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Invoices that an operator issues. Their numbers are taken in the transaction that writes them, so there is no gap.
 * `is_applied`: the subscription knows of the payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table invoice_series (year integer primary key, last integer not null)`.execute(db);
  await sql`
    create table invoices (
      id uuid primary key,
      workspace_id uuid not null,
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
      settled_at timestamptz,
      is_applied boolean not null default true,
      is_overdue boolean not null default false
    )`.execute(db);
  await sql`create index invoices_of on invoices (workspace_id, id desc)`.execute(db);
  await sql`create index invoices_due on invoices (due_at) where status = 'open' and not is_overdue`.execute(db);
  await sql`create index invoices_unapplied on invoices (id) where not is_applied`.execute(db);
  await isolateByWorkspace(db, 'invoices');
}
