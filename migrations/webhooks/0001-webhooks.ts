import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Addresses that are told how runs of an app end, and what they were told. The body of a delivery is kept: each attempt
 * sends the same. `occurred_at` tells the pauses of one run apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoints (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      url text not null,
      events text[] not null,
      enabled boolean not null default true,
      disabled_reason text,
      sealed_secret text not null,
      previous_secret text,
      previous_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index webhook_endpoints_by_app on webhook_endpoints (app_id)`.execute(db);
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
      run_id uuid,
      type text not null,
      occurred_at timestamptz not null,
      body text not null,
      status text not null default 'pending',
      attempts integer not null default 0,
      last_status integer,
      last_error text,
      created_at timestamptz not null default now(),
      last_attempt_at timestamptz,
      unique (endpoint_id, run_id, type, occurred_at)
    )`.execute(db);
  await sql`create index webhook_deliveries_by_app on webhook_deliveries (app_id, id desc)`.execute(db);
  await sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`.execute(db);
  await isolateByWorkspace(db, 'webhook_endpoints');
  await isolateByWorkspace(db, 'webhook_deliveries');
}
