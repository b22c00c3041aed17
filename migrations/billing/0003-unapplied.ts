import { type Kysely, sql } from 'kysely';

/** Looked for each minute: plans that workspaces were not put on yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index subscriptions_unapplied on subscriptions (workspace_id)
      where effective_plan is not null and effective_plan is distinct from applied_plan`.execute(db);
}
