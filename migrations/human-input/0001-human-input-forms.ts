import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Forms that runs wait for. A form belongs to one execution of a node: `told_at` is when the run's journal was known to
 * tell of it, `taken_at` when the node took its outcome, `looked_at` when somebody last saw to it that it will. Tokens
 * are kept sealed, and found by their hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table human_input_forms (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      run_id uuid not null,
      execution_id uuid not null,
      node_id text not null,
      node_title text not null,
      token_hash text unique,
      token_sealed text,
      content json not null,
      inputs json not null,
      actions json not null,
      defaults json not null,
      status text not null default 'open',
      action_id text,
      answers json,
      answered_by text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ends_run boolean not null,
      settled_at timestamptz,
      told_at timestamptz,
      taken_at timestamptz,
      looked_at timestamptz,
      unique (run_id, execution_id)
    )`.execute(db);
  await sql`create index human_input_forms_due on human_input_forms (expires_at) where status = 'open'`.execute(db);
  await sql`create index human_input_forms_open on human_input_forms (workspace_id, id) where status = 'open'`.execute(
    db,
  );
  await sql`
    create index human_input_forms_untaken on human_input_forms (looked_at)
    where taken_at is null and settled_at is not null`.execute(db);
  await isolateByWorkspace(db, 'human_input_forms');
}
