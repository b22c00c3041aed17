import { type Kysely, sql } from 'kysely';

/**
 * With how many others a run went on after it had lost several processes, itself included: 1: alone, -1: alone for the second
 * time, 0: among all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workflow_runs add column trial integer not null default 0`.execute(db);
}
