import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { AppPlace } from './annotation.ts';
import type { AnnotationTables } from './tables.ts';

/** Reads which messages an annotation answered; `hitSink` writes them. */
export class HitStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  async list(
    { workspaceId, appId }: AppPlace,
    annotationId: string,
    { page, limit }: { readonly page: number; readonly limit: number },
  ) {
    const rows = await inIndexOrder(this.#database.workspace<AnnotationTables>(workspaceId), (db) =>
      db
        .selectFrom('annotation_hits')
        .select(['message_id', 'query', 'score', 'source', 'created_at'])
        .where('app_id', '=', appId)
        .where(only('annotation_id', annotationId))
        .orderBy('message_id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    );
    return rows.map((row) => ({
      message_id: row.message_id,
      query: row.query,
      score: row.score,
      source: row.source,
      created_at: Math.floor(row.created_at.getTime() / 1000),
    }));
  }
}
