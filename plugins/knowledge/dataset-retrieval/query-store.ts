import type { Kysely, Selectable } from 'kysely';
import type { Database, Sink } from '#plugins/database/contract.ts';
import type { RetrievalTables } from './tables.ts';

/** A question that is kept. */
export type QueryRow = Omit<Selectable<RetrievalTables['dataset_queries']>, 'created_at'>;

/** Rows removed at a time. */
const REMOVED_AT_ONCE = 5_000;

/**
 * Where group commit writes questions: as the system, since a batch holds those of many workspaces. Each was asked of a base
 * that was read as its workspace.
 */
export const querySink: Sink<QueryRow> = {
  id: 'dataset-retrieval.queries',
  isSingleStatement: true,
  async write(db, rows) {
    await (db as unknown as Kysely<RetrievalTables>)
      .insertInto('dataset_queries')
      .values([...rows])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
};

/** Questions to bases of one workspace; what is too old is removed as the system, for all of them. */
export class QueryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  async page(
    base: { readonly workspaceId: string; readonly id: string },
    { page, limit }: { readonly page: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly Selectable<RetrievalTables['dataset_queries']>[]; readonly total: number }> {
    const own = this.#database
      .workspace<RetrievalTables>(base.workspaceId)
      .selectFrom('dataset_queries')
      .where('workspace_id', '=', base.workspaceId)
      .where('dataset_id', '=', base.id);
    const rows = await own
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    const { total } = await own.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  }

  /** Whether there may be more. */
  async removeOf(base: { readonly workspaceId: string; readonly id: string }): Promise<boolean> {
    const db = this.#database.workspace<RetrievalTables>(base.workspaceId);
    const some = db
      .selectFrom('dataset_queries')
      .select('id')
      .where('workspace_id', '=', base.workspaceId)
      .where('dataset_id', '=', base.id)
      .limit(REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom('dataset_queries').where('id', 'in', some).executeTakeFirst();
    return Number(numDeletedRows) === REMOVED_AT_ONCE;
  }

  /** Whether there may be more. */
  async removeBefore(time: Date): Promise<boolean> {
    const db = this.#database.system<RetrievalTables>();
    const old = db
      .selectFrom('dataset_queries')
      .select('id')
      .where('created_at', '<', time)
      .orderBy('created_at')
      .limit(REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom('dataset_queries').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows) === REMOVED_AT_ONCE;
  }
}
