import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { ExternalKnowledgeTables } from './tables.ts';

export type ExternalApiRow = Selectable<ExternalKnowledgeTables['external_knowledge_apis']>;

/** What is written of a service. */
export type ExternalApiValues = Pick<ExternalApiRow, 'name' | 'endpoint' | 'sealed_key' | 'key_hint'>;

/** Services of one workspace at a time. */
export class ExternalApiStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly ExternalApiRow[]> {
    return await this.#of(workspaceId).orderBy(sql`lower(name)`).orderBy('id').execute();
  }

  async findMany(workspaceId: string, ids: readonly string[]): Promise<readonly ExternalApiRow[]> {
    return ids.length === 0
      ? []
      : await this.#of(workspaceId)
          .where('id', 'in', [...ids])
          .execute();
  }

  async find(workspaceId: string, id: string): Promise<ExternalApiRow | null> {
    return (await this.#of(workspaceId).where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** null: the workspace has as many as it may. Two who add at the same time are counted one after the other. */
  async add(workspaceId: string, values: ExternalApiValues, most: number): Promise<ExternalApiRow | null> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`external_knowledge ${workspaceId}`}))`.execute(transaction);
        const { count } = await transaction
          .selectFrom('external_knowledge_apis')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('workspace_id', '=', workspaceId)
          .executeTakeFirstOrThrow();
        if (count >= most) return null;
        return await transaction
          .insertInto('external_knowledge_apis')
          .values({ id: newId(), workspace_id: workspaceId, ...values })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
  }

  async change(workspaceId: string, id: string, values: Partial<ExternalApiValues>): Promise<ExternalApiRow | null> {
    const row = await this.#db(workspaceId)
      .updateTable('external_knowledge_apis')
      .set({ ...values, updated_at: new Date(currentTime()) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .deleteFrom('external_knowledge_apis')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  #db(workspaceId: string): Kysely<ExternalKnowledgeTables> {
    return this.#database.workspace<ExternalKnowledgeTables>(workspaceId);
  }

  #of(workspaceId: string) {
    return this.#db(workspaceId)
      .selectFrom('external_knowledge_apis')
      .selectAll()
      .where('workspace_id', '=', workspaceId);
  }
}
