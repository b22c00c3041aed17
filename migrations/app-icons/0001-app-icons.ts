import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Pictures that apps have as icons, each once in a workspace, whichever of its apps have it. Small: 256 × 256 pixels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_icons (
      workspace_id uuid not null,
      -- The first half of its SHA-256, in hex.
      hash text not null,
      -- PNG.
      picture bytea not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, hash)
    )`.execute(db);
  await isolateByWorkspace(db, 'app_icons');
}
