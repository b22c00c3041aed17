import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * How much storage files took at the end of a day (UTC), of a workspace and of each app; days on which nothing changed have
 * no row. Kept by the triggers of `storage_uses`, whose row is locked first: so days follow each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_days (
      workspace_id uuid not null, day date not null, bytes bigint not null, primary key (workspace_id, day)
    )`.execute(db);
  await sql`
    create table storage_app_days (
      workspace_id uuid not null, app_id uuid not null, day date not null, bytes bigint not null,
      primary key (workspace_id, app_id, day)
    )`.execute(db);
  for (const table of ['storage_days', 'storage_app_days']) await isolateByWorkspace(db, table);
  await sql`lock table uploaded_files in share row exclusive mode`.execute(db);
  // What was removed before is not known any more: days past have what is still there.
  await sql`
    insert into storage_days
    select workspace_id, day, sum(bytes) over (partition by workspace_id order by day) from (
      select workspace_id, (created_at at time zone 'UTC')::date as day, sum(size) as bytes from uploaded_files group by 1, 2
    ) added`.execute(db);
  await sql`
    insert into storage_app_days
    select workspace_id, app_id, day, sum(bytes) over (partition by workspace_id, app_id order by day) from (
      select workspace_id, app_id, (created_at at time zone 'UTC')::date as day, sum(size) as bytes
      from uploaded_files group by 1, 2, 3
    ) added`.execute(db);
  await sql`
    create or replace function count_storage() returns trigger language plpgsql as $$
    declare
      sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      if tg_op = 'INSERT' then
        insert into storage_uses as u (workspace_id, bytes)
          select workspace_id, sum(size) from changed group by 1 order by 1
          on conflict (workspace_id) do update set bytes = u.bytes + excluded.bytes;
      else
        update storage_uses u set bytes = u.bytes - d.bytes
          from (select workspace_id, sum(size) as bytes from changed group by 1) d
          where u.workspace_id = d.workspace_id;
      end if;
      -- From here on nobody else changes files of these workspaces; one that is being purged has no sum any more.
      insert into storage_days (workspace_id, day, bytes)
        select u.workspace_id, (clock_timestamp() at time zone 'UTC')::date, u.bytes
        from storage_uses u where u.workspace_id in (select workspace_id from changed)
        on conflict (workspace_id, day) do update set bytes = excluded.bytes;
      insert into storage_app_days (workspace_id, app_id, day, bytes)
        select c.workspace_id, c.app_id, (clock_timestamp() at time zone 'UTC')::date, sign * c.bytes + coalesce((
          select p.bytes from storage_app_days p
          where p.workspace_id = c.workspace_id and p.app_id = c.app_id order by p.day desc limit 1), 0)
        from (select workspace_id, app_id, sum(size) as bytes from changed group by 1, 2) c
        join storage_uses u on u.workspace_id = c.workspace_id
        on conflict (workspace_id, app_id, day) do update set bytes = excluded.bytes;
      return null;
    end $$`.execute(db);
}
