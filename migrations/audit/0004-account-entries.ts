import { type Kysely, sql } from 'kysely';

/**
 * What people do about themselves (signing in, passwords, keys) is theirs to read, and no matter of each workspace they
 * belong to. Nothing that runs as a workspace sees the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_entries (
      id uuid primary key,
      account_id uuid not null,
      at timestamptz not null,
      actor text not null,
      address text not null,
      action text not null,
      summary text not null,
      targets jsonb not null,
      details jsonb not null,
      request_id text,
      status integer
    )`.execute(db);
  await sql`create index account_entries_by_account on account_entries (account_id, id desc)`.execute(db);
  await sql`create index account_entries_by_age on account_entries (at)`.execute(db);
  await sql`revoke all on account_entries from weft_app`.execute(db);
  const own = sql`account_id is not null and (starts_with(action, 'accounts.') or starts_with(action, 'avatars.'))`;
  // Each of their workspaces had one of the same moment.
  await sql`
    insert into account_entries
    select distinct on (account_id, action, at)
      id, account_id, at, actor, address, action, summary, targets, details, request_id, status
    from audit_entries where ${own}
    order by account_id, action, at, id`.execute(db);
  await sql`delete from audit_entries where ${own}`.execute(db);
}
