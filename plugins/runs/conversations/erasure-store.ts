import { sql } from 'kysely';
import { type Database, few, only } from '#plugins/database/contract.ts';
import type { Erased, ErasedPlace, ErasedRun, PersonalDataOwner } from '#plugins/erasure/contract.ts';

/** Removes messages, then conversations with their variables; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'conversations';
  readonly stage = 'messages';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async exists(erased: Erased): Promise<boolean> {
    const { rows } = await sql`select from conversations where ${chosen(erased)} limit 1`.execute(this.#db(erased));
    return rows.length > 0;
  }

  async find(erased: Erased, limit: number): Promise<readonly ErasedRun[]> {
    const { of, id, appId } = erased;
    const columns = sql`run_id as "runId", id as "messageId", status <> 'running' as "isOver"`;
    // Messages of a user by their conversations, for which there is an index; and those that have none.
    const chosenMessages =
      of === 'conversation'
        ? sql`select ${columns} from messages where ${few('conversation_id', id)} and app_id = ${appId}::uuid`
        : sql`
          select m.* from (
            select id from conversations where app_id = ${appId}::uuid and end_user_id = ${id}::uuid offset 0
          ) c, lateral (select ${columns} from messages where ${only('conversation_id', sql`c.id`)}) m
          union all
          select ${columns} from messages
          where app_id = ${appId}::uuid and end_user_id = ${id}::uuid and conversation_id is null`;
    const { rows } = await sql<ErasedRun>`select * from (${chosenMessages}) found limit ${limit}`.execute(
      this.#db(erased),
    );
    return rows;
  }

  async removeRuns(place: ErasedPlace, runs: readonly ErasedRun[]): Promise<void> {
    const ids = runs.flatMap(({ messageId }) => messageId ?? []);
    await sql`delete from messages where id = any(${ids}::uuid[]) and app_id = ${place.appId}::uuid`.execute(
      this.#db(place),
    );
  }

  async removeRest(erased: Erased): Promise<void> {
    const db = this.#db(erased);
    await sql`
      delete from conversation_shares
      where conversation_id in (select id from conversations where ${chosen(erased)})`.execute(db);
    await sql`
      delete from conversation_variables
      where conversation_id in (select id from conversations where ${chosen(erased)})`.execute(db);
    await sql`delete from conversations where ${chosen(erased)}`.execute(db);
  }

  #db({ workspaceId }: ErasedPlace) {
    return this.#database.workspace<never>(workspaceId);
  }
}

/** Those that their users have taken out of sight, too. */
function chosen({ of, id, appId }: Erased) {
  return sql`app_id = ${appId}::uuid and ${sql.ref(of === 'conversation' ? 'id' : 'end_user_id')} = ${id}::uuid`;
}
