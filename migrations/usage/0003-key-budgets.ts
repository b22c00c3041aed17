import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What was used with app keys, budgets of keys, and budgets that name a cheaper model: of one app (or key), period, unit
 * and currency there may be one of these beside the one that stops or warns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_keys (
      workspace_id uuid not null,
      day date not null,
      app_id uuid not null,
      key_id uuid not null,
      shard smallint not null,
      currency text not null,
      runs bigint not null default 0,
      prompt_tokens bigint not null default 0,
      completion_tokens bigint not null default 0,
      total_tokens bigint not null default 0,
      price numeric not null default 0,
      primary key (workspace_id, day, key_id, shard, currency)
    )`.execute(db);
  await isolateByWorkspace(db, 'usage_keys');
  await sql`
    alter table usage_budgets add column key_id uuid, add column model_provider text, add column model_name text`.execute(
    db,
  );
  await sql`drop index usage_budgets_of`.execute(db);
  await sql`
    create unique index usage_budgets_of on usage_budgets (
      workspace_id, coalesce(app_id, '00000000-0000-0000-0000-000000000000'),
      coalesce(key_id, '00000000-0000-0000-0000-000000000000'), period, unit, currency, (action = 'downgrade')
    )`.execute(db);
}
