import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

export const olderCanWrite = true;

/**
 * What is said of pull requests of others. Links that are there already say nothing until somebody wants it; which branches there were when
 * pull requests were looked at last, so that nothing is asked where none of them has moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table repository_links
      add column plans boolean not null default false,
      add column branches text,
      add column branches_at timestamptz`.execute(db);
  await sql`
    create table repository_plans (
      link_id uuid not null references repository_links (id) on delete cascade,
      number integer not null,
      workspace_id uuid not null,
      commit_id text not null,
      comment_id text,
      said text,
      updated_at timestamptz not null default now(),
      primary key (link_id, number)
    )`.execute(db);
  await sql`create index repository_plans_of_workspace on repository_plans (workspace_id)`.execute(db);
  await isolateByWorkspace(db, 'repository_plans');
}
