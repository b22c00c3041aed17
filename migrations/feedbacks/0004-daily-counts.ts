import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Opinions of end users by app and day (UTC) on which they were given. Kept by triggers, so that they are right whoever adds,
 * changes or removes rows, and in the same transaction. Days are locked in one order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feedback_days (
      workspace_id uuid not null,
      app_id uuid not null,
      day date not null,
      likes bigint not null default 0,
      dislikes bigint not null default 0,
      primary key (app_id, day)
    )`.execute(db);
  await sql`create index feedback_days_of on feedback_days (workspace_id, day)`.execute(db);
  await isolateByWorkspace(db, 'feedback_days');
  // Nothing is given between what is counted here and the triggers.
  await sql`lock table message_feedbacks in share row exclusive mode`.execute(db);
  await sql`
    insert into feedback_days (workspace_id, app_id, day, likes, dislikes)
    select workspace_id, app_id, (created_at at time zone 'UTC')::date,
      count(*) filter (where rating = 'like'), count(*) filter (where rating = 'dislike')
    from message_feedbacks where source = 'user' group by 1, 2, 3`.execute(db);
  await sql`
    create function count_feedbacks() returns trigger language plpgsql as $$
    declare
      d record;
    begin
      if tg_op = 'INSERT' then
        insert into feedback_days as f (workspace_id, app_id, day, likes, dislikes)
          select workspace_id, app_id, (created_at at time zone 'UTC')::date,
            count(*) filter (where rating = 'like'), count(*) filter (where rating = 'dislike')
          from given where source = 'user' group by 1, 2, 3 order by 2, 3
          on conflict (app_id, day) do update
            set likes = f.likes + excluded.likes, dislikes = f.dislikes + excluded.dislikes;
        return null;
      end if;
      if tg_op = 'DELETE' then
        for d in
          select app_id, (created_at at time zone 'UTC')::date as day,
            -count(*) filter (where rating = 'like') as likes, -count(*) filter (where rating = 'dislike') as dislikes
          from taken where source = 'user' group by 1, 2 order by 1, 2
        loop
          update feedback_days set likes = likes + d.likes, dislikes = dislikes + d.dislikes
            where app_id = d.app_id and day = d.day;
          delete from feedback_days where app_id = d.app_id and day = d.day and likes <= 0 and dislikes <= 0;
        end loop;
        return null;
      end if;
      for d in
        select app_id, (created_at at time zone 'UTC')::date as day,
          sum(sign) filter (where rating = 'like') as likes, sum(sign) filter (where rating = 'dislike') as dislikes
        from (
          select app_id, created_at, rating, 1 as sign from given where source = 'user'
          union all
          select app_id, created_at, rating, -1 from taken where source = 'user'
        ) changed group by 1, 2 order by 1, 2
      loop
        update feedback_days set likes = likes + coalesce(d.likes, 0), dislikes = dislikes + coalesce(d.dislikes, 0)
          where app_id = d.app_id and day = d.day;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger feedbacks_given after insert on message_feedbacks referencing new table as given
      for each statement execute function count_feedbacks()`.execute(db);
  await sql`
    create trigger feedbacks_changed after update on message_feedbacks referencing old table as taken new table as given
      for each statement execute function count_feedbacks()`.execute(db);
  await sql`
    create trigger feedbacks_taken_back after delete on message_feedbacks referencing old table as taken
      for each statement execute function count_feedbacks()`.execute(db);
}
