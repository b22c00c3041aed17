import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Files whose content is kept here: uploads, and what nodes make. The content lies in a blob store under `blob_key`;
 * `used_at` is when a message or run first took the file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploaded_files (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      end_user_id uuid,
      method text not null,
      name text not null,
      extension text not null,
      declared_type text not null,
      media_type text not null,
      size bigint not null,
      sha256 text not null,
      blob_store text not null,
      blob_key text not null unique,
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index uploaded_files_by_app on uploaded_files (app_id, id)`.execute(db);
  await isolateByWorkspace(db, 'uploaded_files');
}
