import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What requests with an idempotency key led to. Keys are kept hashed, together with who sent them. A row without a run
 * and without a reply is a claim: somebody is at it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      workspace_id uuid not null,
      app_id uuid not null,
      key_hash text not null,
      claim uuid not null,
      claimed_until timestamptz not null,
      fingerprint text,
      run_id uuid,
      reply text,
      expires_at timestamptz not null,
      primary key (workspace_id, app_id, key_hash)
    )`.execute(db);
  await sql`create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`.execute(db);
  await isolateByWorkspace(db, 'idempotency_keys');
}
