import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What workspaces are subscribed to, and how that came. `effective_plan` is the plan the subscription means (null: none),
 * `applied_plan` the one the workspace was put on: where they differ, a process died in between, and the next one does it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriptions (
      workspace_id uuid primary key,
      provider text not null,
      state text not null,
      plan text not null,
      ordered_plan text,
      external_id text,
      period_start timestamptz,
      period_end timestamptz,
      trial_end timestamptz,
      grace_until timestamptz,
      cancel_at_period_end boolean not null,
      base_plan text not null,
      effective_plan text,
      applied_plan text,
      next_change_at timestamptz,
      version integer not null,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index subscriptions_due on subscriptions (next_change_at) where next_change_at is not null`.execute(db);
  await sql`
    create table subscription_changes (
      id uuid primary key,
      workspace_id uuid not null,
      event text not null,
      source text not null,
      from_state text,
      to_state text not null,
      plan text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index subscription_changes_of on subscription_changes (workspace_id, id desc)`.execute(db);
  for (const table of ['subscriptions', 'subscription_changes']) await isolateByWorkspace(db, table);
}
