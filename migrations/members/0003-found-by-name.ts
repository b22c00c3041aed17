import { type Kysely, sql } from 'kysely';
import { indexNames } from '#migrations/name-index.ts';

/** The names are kept by triggers, whoever writes. */
export const olderCanWrite = true;

/** Members are found by their names and addresses, which are those of their accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexNames(db, {
    table: 'memberships',
    source: 'member',
    entries: `
      select t.account_id::text, coalesce((select a.name || ' ' || a.email from accounts a where a.id = t.account_id), '')`,
    columns: ['account_id'],
    isRestricted: true,
  });
  await sql`
    create function search_name_of_account() returns trigger language plpgsql as $$
    begin
      update search_names s set name = search_fold(new.name || ' ' || new.email)
      from memberships m
      where m.account_id = new.id and s.workspace_id = m.workspace_id and s.source = 'member' and s.id = new.id::text;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger search_member_renamed_itself after update on accounts
      for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
      execute function search_name_of_account()`.execute(db);
}
