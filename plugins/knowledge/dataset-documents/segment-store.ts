import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isUuid } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { ChildChunk, FoundSegment, PageOf, Segment } from './contract.ts';
import { type Base, offsetOf, uuidsOf } from './document-store.ts';
import { type ChildRow, clean, type SegmentRow, toChild, toSegment } from './row-store.ts';
import type { DocumentTables } from './tables.ts';

/** Columns of segments with how often they were found. */
export const segmentColumns = sql`s.*,
  coalesce((select h.hits from dataset_hits h where h.workspace_id = s.workspace_id and h.segment_id = s.id), 0) as hits`;

/** What searches need of a segment's document. */
const foundColumns = sql`${segmentColumns}, json_build_object('id', d.id, 'name', d.name,
  'dataSourceType', d.data_source_type, 'source', d.source, 'metadata', d.doc_metadata, 'docForm', d.doc_form) as document`;

type FoundRow = SegmentRow & { readonly document: FoundSegment['document'] };

/** Whether segments may be found: a document that is read anew has its old ones until then. */
export const mayBeFound = {
  segment: sql<boolean>`s.enabled and s.status = 'completed'`,
  document: sql<boolean>`d.enabled and not d.archived and d.was_completed`,
};

/** Reads segments of one workspace at a time, as that workspace. */
export class SegmentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In their order. */
  async list(
    base: Base,
    documentId: string,
    query: PageOf & { readonly keyword?: string; readonly statuses?: readonly string[] },
  ): Promise<{ readonly segments: readonly Segment[]; readonly total: number }> {
    const keyword = clean(query.keyword ?? '').trim();
    const statuses = query.statuses ?? [];
    const of = sql`s.workspace_id = ${base.workspaceId}::uuid and s.dataset_id = ${base.id}::uuid
      and ${only('s.document_id', documentId)}
      and ${statuses.length === 0 ? sql`true` : sql`s.status = any(${statuses}::text[])`}
      and ${keyword === '' ? sql`true` : holds(keyword, sql`s.content`, sql`coalesce(s.answer, '')`)}`;
    return inIndexOrder(this.#db(base), async (db) => {
      const counted = await sql<{ total: number }>`
        select count(*)::integer as total from dataset_segments s where ${of}`.execute(db);
      const { rows } = await sql<SegmentRow>`
        select ${segmentColumns} from dataset_segments s where ${of}
        order by s.document_id, s.position limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
      return { total: counted.rows[0]?.total ?? 0, segments: rows.map(toSegment) };
    });
  }

  /** Of a document of the base; ids that are not of it are left out. */
  async find(base: Base, documentId: string, ids: readonly string[]): Promise<readonly Segment[]> {
    if (!isUuid(documentId) || ids.length === 0) return [];
    const { rows } = await sql<SegmentRow>`
      select ${segmentColumns} from dataset_segments s
      where s.id = any(${uuidsOf(ids)}::uuid[]) and s.workspace_id = ${base.workspaceId}::uuid
        and s.dataset_id = ${base.id}::uuid and s.document_id = ${documentId}::uuid
      order by s.position`.execute(this.#db(base));
    return rows.map(toSegment);
  }

  /** Those that may be found, in any order, with the chunks that are wanted of them (absent: all). */
  found(workspaceId: string, ids: readonly string[], chunkIds?: readonly string[]): Promise<readonly FoundSegment[]> {
    if (ids.length === 0) return Promise.resolve([]);
    const of = sql`s.id = any(${uuidsOf(ids)}::uuid[]) and ${mayBeFound.segment} and ${mayBeFound.document}`;
    return this.#found(workspaceId, sql`${of}`, chunkIds);
  }

  waiting(
    { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
    limit: number,
    after: number,
  ): Promise<readonly FoundSegment[]> {
    return this.#found(
      workspaceId,
      sql`s.document_id = ${id}::uuid and s.position > ${after} and s.status not in ('completed', 'error')
        order by s.position limit ${limit}`,
    );
  }

  after(base: Base, afterId: string | null, limit: number): Promise<readonly FoundSegment[]> {
    return this.#found(
      base.workspaceId,
      sql`s.dataset_id = ${base.id}::uuid and s.status = 'completed'
        and ${afterId === null ? sql`true` : sql`s.id > ${afterId}::uuid`} order by s.id limit ${limit}`,
    );
  }

  /** In their order. */
  async children(base: Base, segmentId: string, query: PageOf & { readonly keyword?: string }) {
    const keyword = clean(query.keyword ?? '').trim();
    const of = sql`c.workspace_id = ${base.workspaceId}::uuid and c.dataset_id = ${base.id}::uuid
      and ${only('c.segment_id', segmentId)} and ${keyword === '' ? sql`true` : holds(keyword, sql`c.content`)}`;
    return inIndexOrder(this.#db(base), async (db) => {
      const counted = await sql<{ total: number }>`
        select count(*)::integer as total from dataset_child_chunks c where ${of}`.execute(db);
      const { rows } = await sql<ChildRow>`
        select c.* from dataset_child_chunks c where ${of}
        order by c.segment_id, c.position limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
      return { total: counted.rows[0]?.total ?? 0, chunks: rows.map(toChild) };
    });
  }

  async findChild(base: Base, segmentId: string, id: string): Promise<ChildChunk | null> {
    if (!isUuid(id)) return null;
    const { rows } = await sql<ChildRow>`
      select c.* from dataset_child_chunks c where c.id = ${id}::uuid and c.segment_id = ${segmentId}::uuid
        and c.workspace_id = ${base.workspaceId}::uuid and c.dataset_id = ${base.id}::uuid`.execute(this.#db(base));
    const [row] = rows;
    return row === undefined ? null : toChild(row);
  }

  async childrenOf(
    workspaceId: string,
    segmentIds: readonly string[],
    datasetId?: string,
  ): Promise<ReadonlyMap<string, readonly ChildChunk[]>> {
    if (segmentIds.length === 0) return new Map();
    const { rows } = await sql<ChildRow>`
      select c.* from dataset_child_chunks c
      where c.segment_id = any(${uuidsOf(segmentIds)}::uuid[]) and c.workspace_id = ${workspaceId}::uuid
        and ${datasetId === undefined ? sql`true` : sql`c.dataset_id = ${datasetId}::uuid`}
      order by c.segment_id, c.position`.execute(this.#db({ workspaceId }));
    const bySegment = new Map<string, ChildChunk[]>();
    for (const chunk of rows.map(toChild)) {
      const chunks = bySegment.get(chunk.segmentId);
      if (chunks === undefined) bySegment.set(chunk.segmentId, [chunk]);
      else chunks.push(chunk);
    }
    return bySegment;
  }

  async #found(
    workspaceId: string,
    rest: RawBuilder<unknown>,
    chunkIds?: readonly string[],
  ): Promise<readonly FoundSegment[]> {
    const { rows } = await sql<FoundRow>`
      select ${foundColumns} from dataset_segments s join dataset_documents d on d.id = s.document_id
      where s.workspace_id = ${workspaceId}::uuid and ${rest}`.execute(this.#db({ workspaceId }));
    const withChildren = rows.filter(({ document }) => document.docForm === 'hierarchical_model');
    const parents = withChildren.map(({ id }) => id);
    const children =
      chunkIds === undefined
        ? await this.childrenOf(workspaceId, parents)
        : await this.#chunksOf(workspaceId, parents, chunkIds);
    return rows.map((row) => ({ ...toSegment(row), document: row.document, children: children.get(row.id) ?? [] }));
  }

  /** Chosen chunks of segments: all of a whole document would be too many to choose from. */
  async #chunksOf(workspaceId: string, segmentIds: readonly string[], ids: readonly string[]) {
    const chunks = new Map<string, ChildChunk[]>();
    if (segmentIds.length === 0 || ids.length === 0) return chunks;
    const { rows } = await sql<ChildRow>`
      select c.* from dataset_child_chunks c
      where c.id = any(${uuidsOf(ids)}::uuid[]) and c.workspace_id = ${workspaceId}::uuid
      order by c.segment_id, c.position`.execute(this.#db({ workspaceId }));
    for (const chunk of rows.map(toChild)) {
      if (!segmentIds.includes(chunk.segmentId)) continue;
      chunks.set(chunk.segmentId, [...(chunks.get(chunk.segmentId) ?? []), chunk]);
    }
    return chunks;
  }

  #db({ workspaceId }: { readonly workspaceId: string }): Kysely<DocumentTables> {
    return this.#database.workspace(workspaceId);
  }
}

/** Whatever its case. */
function holds(keyword: string, ...columns: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const conditions = columns.map((column) => sql`position(lower(${keyword}) in lower(${column})) > 0`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
