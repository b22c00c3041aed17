import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Letters that tell people of forms: one for each form and receiver, with a token of its own. `body` is the text between
 * the places of the link; tokens are kept sealed, and found by their hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table human_input_letters (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      run_id uuid not null,
      form_id uuid not null,
      receiver text not null,
      subject text not null,
      body json not null,
      token_hash text not null unique,
      token_sealed text not null,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db);
  await sql`create index human_input_letters_by_form on human_input_letters (form_id)`.execute(db);
  await sql`create index human_input_letters_by_run on human_input_letters (run_id)`.execute(db);
  await sql`create index human_input_letters_by_app on human_input_letters (app_id, id)`.execute(db);
  await isolateByWorkspace(db, 'human_input_letters');
}
