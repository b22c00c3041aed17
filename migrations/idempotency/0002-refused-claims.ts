import { type Kysely, sql } from 'kysely';

/**
 * A run whose claim somebody else has by now is refused by the statement itself: its transaction may be committed without
 * anybody having looked at the answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_claim() returns integer language plpgsql as $$
    begin
      raise exception 'Another request has the claim of this key.' using errcode = 'WF002';
    end $$`.execute(db);
}
