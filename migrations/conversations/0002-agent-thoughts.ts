import { type Kysely, sql } from 'kysely';

/** What the agent that answered a message thought and did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column agent_thoughts json not null default '[]'`.execute(db);
}
