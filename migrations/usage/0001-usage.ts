import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What runs used, added up per day (UTC), app and model, and what may be used. Days are added to by many processes at a
 * time: each has its own `shard` of a row, so that none waits for another's commit. `usage_users` says who of a day is
 * counted already, and is kept for some days only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_days (
      workspace_id uuid not null,
      day date not null,
      app_id uuid not null,
      shard smallint not null,
      runs_succeeded bigint not null default 0,
      runs_partial bigint not null default 0,
      runs_failed bigint not null default 0,
      runs_stopped bigint not null default 0,
      messages bigint not null default 0,
      users bigint not null default 0,
      requests bigint not null default 0,
      primary key (workspace_id, day, app_id, shard)
    )`.execute(db);
  await sql`
    create table usage_models (
      workspace_id uuid not null,
      day date not null,
      app_id uuid not null,
      shard smallint not null,
      model text not null,
      currency text not null,
      runs bigint not null default 0,
      prompt_tokens bigint not null default 0,
      completion_tokens bigint not null default 0,
      total_tokens bigint not null default 0,
      price numeric not null default 0,
      primary key (workspace_id, day, app_id, shard, model, currency)
    )`.execute(db);
  await sql`
    create table usage_latencies (
      workspace_id uuid not null,
      day date not null,
      app_id uuid not null,
      shard smallint not null,
      bucket smallint not null,
      runs bigint not null default 0,
      primary key (workspace_id, day, app_id, shard, bucket)
    )`.execute(db);
  await sql`
    create table usage_users (
      workspace_id uuid not null,
      day date not null,
      app_id uuid not null,
      end_user_id uuid not null,
      primary key (day, app_id, end_user_id)
    )`.execute(db);
  await sql`
    create table usage_budgets (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid,
      period text not null,
      unit text not null,
      currency text not null default '',
      amount numeric not null,
      action text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index usage_budgets_of on usage_budgets
      (workspace_id, coalesce(app_id, '00000000-0000-0000-0000-000000000000'), period, unit, currency)`.execute(db);
  for (const table of ['usage_days', 'usage_models', 'usage_latencies', 'usage_users', 'usage_budgets']) {
    await isolateByWorkspace(db, table);
  }
}
