import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Runs that failed, per day (UTC), app and code of what went wrong; in shards, as the other figures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_failures (
      workspace_id uuid not null,
      day date not null,
      app_id uuid not null,
      shard smallint not null,
      code text not null,
      runs bigint not null default 0,
      primary key (workspace_id, day, app_id, shard, code)
    )`.execute(db);
  await isolateByWorkspace(db, 'usage_failures');
  // What failed before, as far as runs are kept; they are older than this table, or there are none.
  await sql`
    do $$ begin
      if to_regclass('workflow_runs') is not null then
        insert into usage_failures (workspace_id, day, app_id, shard, code, runs)
        select workspace_id, (coalesce(finished_at, created_at) at time zone 'UTC')::date, app_id, 0,
          left(coalesce(error_code, ''), 200), count(*)
        from workflow_runs where status = 'failed' group by 1, 2, 3, 5;
      end if;
    end $$`.execute(db);
}
