import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * How much storage the files of a workspace take. Kept by triggers, so that the sum is right whoever adds or removes
 * rows, and in the same transaction: its row is also what makes those wait for each other who add at the same time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table storage_uses (workspace_id uuid primary key, bytes bigint not null)`.execute(db);
  await isolateByWorkspace(db, 'storage_uses');
  await sql`insert into storage_uses select workspace_id, sum(size) from uploaded_files group by 1`.execute(db);
  await sql`
    create function count_storage() returns trigger language plpgsql as $$
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
      return null;
    end $$`.execute(db);
  await sql`
    create trigger storage_added after insert on uploaded_files referencing new table as changed
      for each statement execute function count_storage()`.execute(db);
  await sql`
    create trigger storage_removed after delete on uploaded_files referencing old table as changed
      for each statement execute function count_storage()`.execute(db);
}
