import { type Kysely, sql } from 'kysely';

/**
 * What a process writes that others count as gone is refused by the statement itself: its transaction may be committed
 * without anybody having looked at the answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_journal() returns integer language plpgsql as $$
    begin
      raise exception 'Another process has taken over these runs.' using errcode = 'WF001';
    end $$`.execute(db);
}
