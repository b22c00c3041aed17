import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isUuid } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { Dataset } from '#plugins/datasets/contract.ts';
import type { DisplayStatus, PageOf } from './contract.ts';
import { clean, type DocumentRow, type StoredDocument, toDocument } from './row-store.ts';
import type { DocumentTables } from './tables.ts';

/** The base whose documents are meant. */
export type Base = Pick<Dataset, 'id' | 'workspaceId'>;

/** The largest offset a page may have: beyond it nothing is. */
const FARTHEST = 2_000_000_000;

/** Columns of documents with how often their segments were found. */
export const documentColumns = sql`d.*,
  coalesce((select sum(h.hits) from dataset_hits h where h.document_id = d.id), 0)::bigint as hits`;

const ofDisplay: Readonly<Record<DisplayStatus, RawBuilder<boolean>>> = {
  archived: sql`d.archived`,
  available: sql`not d.archived and d.indexing_status = 'completed' and d.enabled`,
  disabled: sql`not d.archived and d.indexing_status = 'completed' and not d.enabled`,
  queuing: sql`not d.archived and d.indexing_status = 'waiting'`,
  paused: sql`not d.archived and d.indexing_status = 'paused'`,
  error: sql`not d.archived and d.indexing_status = 'error'`,
  indexing: sql`not d.archived and d.indexing_status in ('parsing', 'cleaning', 'splitting', 'indexing')`,
};

/** Those that are UUIDs, as they are stored. */
export function uuidsOf(ids: readonly string[]): string[] {
  return ids.filter(isUuid).map((id) => id.toLowerCase());
}

export function offsetOf({ page, limit }: PageOf): number {
  return Math.min((page - 1) * limit, FARTHEST);
}

/** Reads documents of one workspace at a time, as that workspace. */
export class DocumentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  async list(
    base: Base,
    query: PageOf & { readonly keyword?: string; readonly status?: DisplayStatus },
  ): Promise<{ readonly documents: readonly StoredDocument[]; readonly total: number }> {
    const keyword = clean(query.keyword ?? '').trim();
    const of = sql`d.workspace_id = ${base.workspaceId}::uuid and ${only('d.dataset_id', base.id)}
      and ${keyword === '' ? sql`true` : sql`position(lower(${keyword}) in lower(d.name)) > 0`}
      and ${query.status === undefined ? sql`true` : ofDisplay[query.status]}`;
    return inIndexOrder(this.#db(base), async (db) => {
      const counted = await sql<{ total: number }>`
        select count(*)::integer as total from dataset_documents d where ${of}`.execute(db);
      const { rows } = await sql<DocumentRow>`
        select ${documentColumns} from dataset_documents d where ${of}
        order by d.workspace_id desc, d.dataset_id desc, d.position desc
        limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
      return { total: counted.rows[0]?.total ?? 0, documents: rows.map(toDocument) };
    });
  }

  /** Of any bases of the workspace. */
  async names(workspaceId: string, ids: readonly string[]) {
    const { rows } = await sql<{ id: string; name: string; datasetId: string }>`
      select id, name, dataset_id as "datasetId" from dataset_documents
      where workspace_id = ${workspaceId}::uuid and id = any(${uuidsOf(ids)}::uuid[])`.execute(
      this.#db({ workspaceId }),
    );
    return rows;
  }

  /** In the order of their positions; ids that are not of the base are left out. */
  async find(base: Base, ids: readonly string[]): Promise<readonly StoredDocument[]> {
    return ids.length === 0 ? [] : this.#where(base, sql`d.id = any(${uuidsOf(ids)}::uuid[])`);
  }

  batch(base: Base, batch: string): Promise<readonly StoredDocument[]> {
    return this.#where(base, sql`d.batch = ${clean(batch)}`);
  }

  async bySourceKeys(base: Base, keys: readonly string[]): Promise<readonly StoredDocument[]> {
    return keys.length === 0 ? [] : this.#where(base, sql`d.source_key = any(${keys.map(clean)}::text[])`);
  }

  /** Of any base of the workspace: for jobs. */
  async take(workspaceId: string, id: string, revision: number): Promise<StoredDocument | null> {
    if (!isUuid(id)) return null;
    const { rows } = await sql<DocumentRow>`
      select ${documentColumns} from dataset_documents d
      where d.workspace_id = ${workspaceId}::uuid and d.id = ${id}::uuid and d.revision = ${revision}
        and d.indexing_status not in ('paused', 'completed')`.execute(this.#db({ workspaceId }));
    const [row] = rows;
    return row === undefined ? null : toDocument(row);
  }

  /** Counts by base. */
  async counts(workspaceId: string, datasetIds: readonly string[]) {
    const { rows } = await sql<{ id: string; documents: number; available: number; words: number }>`
      select dataset_id as id, count(*)::integer as documents,
        (count(*) filter (where ${ofDisplay.available}))::integer as available, sum(word_count)::bigint as words
      from dataset_documents d
      where workspace_id = ${workspaceId}::uuid and dataset_id = any(${uuidsOf(datasetIds)}::uuid[])
      group by dataset_id`.execute(this.#db({ workspaceId }));
    return new Map(rows.map(({ id, documents, available, words }) => [id, { documents, available, words }]));
  }

  async progress(base: Base, documentIds: readonly string[]) {
    const { rows } = await sql<{ id: string; completed: number; total: number }>`
      select s.document_id as id, count(*)::integer as total,
        (count(*) filter (where s.status = 'completed'))::integer as completed
      from dataset_segments s join dataset_documents d on d.id = s.document_id
      where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid
        and s.document_id = any(${uuidsOf(documentIds)}::uuid[])
        -- Those of a document that is read anew are the old ones.
        and (d.splitting_completed_at is not null or d.indexing_status = 'completed')
      group by s.document_id`.execute(this.#db(base));
    return new Map(rows.map(({ id, completed, total }) => [id, { completed, total }]));
  }

  async metadataCounts(base: Base): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ field: string; documents: number }>`
      select v.key as field, count(*)::integer as documents
      from dataset_documents d, jsonb_each(d.doc_metadata) v
      where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid and v.value <> 'null'
      group by v.key`.execute(this.#db(base));
    return new Map(rows.map(({ field, documents }) => [field, documents]));
  }

  async rule(base: Base, id: string): Promise<unknown> {
    if (!isUuid(id)) return undefined;
    const row = await this.#db(base)
      .selectFrom('dataset_process_rules')
      .select('rule')
      .where('workspace_id', '=', base.workspaceId)
      .where('dataset_id', '=', base.id)
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.rule;
  }

  /** How many documents a workspace has. */
  async used(workspaceId: string): Promise<number> {
    return usedDocuments(this.#db({ workspaceId }), workspaceId);
  }

  /** Bytes of all its files. */
  async storageUsed(workspaceId: string): Promise<number> {
    return usedStorage(this.#db({ workspaceId }), workspaceId);
  }

  /** Those keys that a row of any workspace names, so as the system: the sweep of blobs knows no workspaces. */
  async named(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ key: string }>`
      select blob ->> 'key' as key from dataset_documents where blob ->> 'key' = any(${keys}::text[])`.execute(
      this.#database.system(),
    );
    return new Set(rows.map(({ key }) => key));
  }

  async #where(base: Base, condition: RawBuilder<unknown>): Promise<readonly StoredDocument[]> {
    const { rows } = await sql<DocumentRow>`
      select ${documentColumns} from dataset_documents d
      where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid and ${condition}
      order by d.position`.execute(this.#db(base));
    return rows.map(toDocument);
  }

  #db({ workspaceId }: { readonly workspaceId: string }): Kysely<DocumentTables> {
    return this.#database.workspace(workspaceId);
  }
}

export async function usedDocuments(db: Kysely<DocumentTables>, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ documents: number }>`
    select documents from dataset_uses where workspace_id = ${workspaceId}::uuid`.execute(db);
  return rows[0]?.documents ?? 0;
}

/** Kept by triggers of files and documents together (migrations/files, migrations/dataset-documents). */
export async function usedStorage(db: Kysely<DocumentTables>, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select bytes from storage_uses where workspace_id = ${workspaceId}::uuid`.execute(db);
  return rows[0]?.bytes ?? 0;
}
