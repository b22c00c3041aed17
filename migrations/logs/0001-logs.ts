import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What may be searched for. `log_queue` names the runs that ended and are not in the index yet; it is written with their
 * ends. `log_texts` holds the words of each: of question and answer where the run wrote a message, else of inputs and
 * outputs. Each word begins with its app and week (plugins/operations/logs/search-terms.ts), so a search reads nothing of others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_queue (
      run_id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      message_id uuid
    )`.execute(db);
  await sql`
    create table log_texts (
      run_id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      message_id uuid,
      conversation_id uuid,
      terms tsvector not null
    )`.execute(db);
  await sql`create index log_texts_by_term on log_texts using gin (terms)`.execute(db);
  for (const table of ['log_queue', 'log_texts']) await isolateByWorkspace(db, table);
  // What there was before: these tables are older, or there is nothing.
  await sql`
    do $$ begin
      if to_regclass('messages') is not null then
        insert into log_queue (run_id, workspace_id, app_id, message_id)
        select run_id, workspace_id, app_id, id from messages where status <> 'running' on conflict do nothing;
      end if;
      if to_regclass('workflow_runs') is not null then
        insert into log_queue (run_id, workspace_id, app_id)
        select id, workspace_id, app_id from workflow_runs
        where kind = 'workflow' and status not in ('running', 'paused') on conflict do nothing;
      end if;
    end $$`.execute(db);
}
