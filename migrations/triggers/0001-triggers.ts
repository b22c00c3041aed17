import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What starts runs of apps besides callers. `triggers` are the roots of published workflows; one that a later version lacks
 * stays for a time, so that its address and history are there when it comes back. `trigger_firings` are their occasions:
 * `key` is what makes one of them once (the time of a schedule, what names a delivery), however often it is told. `trigger_apps`
 * says of which version the triggers of an app are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trigger_apps (
      app_id uuid primary key,
      workspace_id uuid not null,
      version_id uuid,
      is_live boolean not null
    )`.execute(db);
  await sql`
    create table triggers (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      node_id text not null,
      kind text not null,
      title text not null,
      enabled boolean not null default true,
      cron text,
      timezone text,
      next_at timestamptz,
      last_due_at timestamptz,
      missed bigint not null default 0,
      token_hash text unique,
      sealed_token text,
      signature json,
      sealed_secret text,
      previous_secret text,
      previous_until timestamptz,
      refused bigint not null default 0,
      last_refusal text,
      last_refused_at timestamptz,
      absent_since timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (app_id, node_id)
    )`.execute(db);
  await sql`create index triggers_by_workspace on triggers (workspace_id, id desc)`.execute(db);
  await sql`create index triggers_due on triggers (next_at) where next_at is not null`.execute(db);
  await sql`
    create table trigger_firings (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      trigger_id uuid not null references triggers (id) on delete cascade,
      source text not null,
      key text not null,
      due_at timestamptz not null,
      status text not null,
      run_id uuid,
      error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (trigger_id, key)
    )`.execute(db);
  await sql`create index trigger_firings_by_trigger on trigger_firings (trigger_id, id desc)`.execute(db);
  await sql`create index trigger_firings_by_run on trigger_firings (run_id) where run_id is not null`.execute(db);
  await sql`create index trigger_firings_by_app on trigger_firings (app_id)`.execute(db);
  await sql`create index trigger_firings_by_age on trigger_firings (created_at)`.execute(db);
  for (const table of ['trigger_apps', 'triggers', 'trigger_firings']) await isolateByWorkspace(db, table);
}
