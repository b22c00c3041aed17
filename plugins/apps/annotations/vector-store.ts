import { type Kysely, sql } from 'kysely';
import type { Database, Sink } from '#plugins/database/contract.ts';
import type { AppPlace, Hit } from './annotation.ts';
import type { AnnotationTables } from './tables.ts';

/** Which vector of an annotation there is. */
export interface VectorName {
  readonly id: string;
  readonly version: number;
}

export interface StoredVector extends VectorName {
  readonly vector: Buffer;
}

/** Vectors of questions, for whoever matches. */
export class VectorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What there is, without the vectors. */
  async names({ workspaceId, appId }: AppPlace, model: string): Promise<readonly VectorName[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('annotation_vectors')
      .select(['annotation_id', 'question_version'])
      .where('app_id', '=', appId)
      .where('model', '=', model)
      .orderBy('annotation_id')
      .execute();
    return rows.map((row) => ({ id: row.annotation_id, version: row.question_version }));
  }

  async vectors({ workspaceId, appId }: AppPlace, model: string, ids: readonly string[]): Promise<StoredVector[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('annotation_vectors')
      .select(['annotation_id', 'question_version', 'vector'])
      .where('app_id', '=', appId)
      .where('model', '=', model)
      .where('annotation_id', 'in', ids)
      .execute();
    return rows.map((row) => ({ id: row.annotation_id, version: row.question_version, vector: row.vector }));
  }

  #db(workspaceId: string): Kysely<AnnotationTables> {
    return this.#database.workspace<AnnotationTables>(workspaceId);
  }
}

/** The record of messages that annotations answered; each counts once, however often it is written. */
export const hitSink: Sink<Hit> = {
  id: 'annotations.hits',
  isSingleStatement: true,
  weigh: ({ query }) => query.length,
  async write(db, rows) {
    const records = rows.map((hit) => ({
      message_id: hit.messageId,
      workspace_id: hit.workspaceId,
      app_id: hit.appId,
      annotation_id: hit.annotationId,
      query: hit.query,
      score: hit.score,
      source: hit.source,
    }));
    await sql`
      with added as (
        insert into annotation_hits (message_id, workspace_id, app_id, annotation_id, query, score, source)
        select r.* from json_to_recordset(${JSON.stringify(records)}::json) as r (message_id uuid, workspace_id uuid,
          app_id uuid, annotation_id uuid, query text, score double precision, source text)
        join annotations a on a.id = r.annotation_id and a.workspace_id = r.workspace_id
        on conflict (message_id) do nothing
        returning annotation_id
      )
      update annotations set hit_count = hit_count + counted.hits
      from (select annotation_id, count(*) as hits from added group by annotation_id) counted
      where annotations.id = counted.annotation_id`.execute(db);
  },
};
