import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '#kernel';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import type { DatasetDocument, DocumentSettings } from './contract.ts';
import { type Base, documentColumns, usedDocuments, usedStorage } from './document-store.ts';
import { clean, type DocumentRow, type StoredDocument, toDocument } from './row-store.ts';
import type { DocumentTables } from './tables.ts';

type Tables = Transaction<DocumentTables>;

/** A document whose content is kept. */
export interface AddedDocument {
  readonly name: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly blob: StoredBlob;
  readonly dataSourceType: DatasetDocument['dataSourceType'];
  readonly source: Readonly<Record<string, unknown>>;
  readonly sourceKey: string | null;
  readonly metadata: Readonly<Record<string, string | number | null>>;
}

/** What all documents of a batch have. */
export interface AddedBatch extends Omit<DocumentSettings, 'rule'> {
  readonly batch: string;
  readonly ruleId: string;
  /** Of the first. */
  readonly position: number;
  readonly createdBy: string | null;
  readonly uploaderName: string;
}

/** What a plan leaves; null: any amount. */
export interface Rooms {
  readonly documents: PlanRoom | null;
  readonly storage: PlanRoom | null;
}

/** Writes documents, in transactions as their workspace. */
export class WriteStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  transaction<T>(workspaceId: string, work: (within: OpenTransaction) => Promise<T>): Promise<T> {
    return this.#database.workspace<DocumentTables>(workspaceId).transaction().execute(work);
  }

  /** The id of a rule of a base; one that it has already is taken again. */
  async ruleId(base: Base, rule: unknown, within: OpenTransaction): Promise<string> {
    const text = JSON.stringify(rule);
    const { rows } = await sql<{ id: string }>`
      select id from dataset_process_rules
      where workspace_id = ${base.workspaceId}::uuid and dataset_id = ${base.id}::uuid and rule = ${text}::jsonb
      limit 1`.execute(within);
    const [known] = rows;
    if (known !== undefined) return known.id;
    const id = newId();
    await sql`
      insert into dataset_process_rules (id, workspace_id, dataset_id, rule)
      values (${id}::uuid, ${base.workspaceId}::uuid, ${base.id}::uuid, ${text}::jsonb)`.execute(within);
    return id;
  }

  /** In the order given; of those with a source that the base has already, none. */
  async add(
    base: Base,
    documents: readonly AddedDocument[],
    batch: AddedBatch,
    within: OpenTransaction,
  ): Promise<readonly StoredDocument[]> {
    const records = documents.map(({ blob, ...document }, index) => ({
      id: newId(),
      position: batch.position + index,
      name: clean(document.name),
      data_source_type: document.dataSourceType,
      source: document.source,
      source_key: document.sourceKey === null ? null : clean(document.sourceKey),
      content_hash: blob.sha256,
      blob: { store: blob.store, key: blob.key },
      size: blob.size,
      extension: document.extension,
      mime_type: document.mimeType,
      doc_metadata: document.metadata,
    }));
    const { rows } = await sql<DocumentRow>`
      insert into dataset_documents (workspace_id, dataset_id, batch, process_rule_id, doc_form, doc_language,
        created_from, created_by, uploader_name, id, position, name, data_source_type, source, source_key, content_hash,
        blob, size, extension, mime_type, doc_metadata)
      select ${base.workspaceId}::uuid, ${base.id}::uuid, ${batch.batch}, ${batch.ruleId}::uuid, ${batch.docForm},
        ${clean(batch.docLanguage)}, ${batch.createdFrom}, ${batch.createdBy}::uuid, ${clean(batch.uploaderName)}, r.*
      from json_to_recordset(${JSON.stringify(records)}::json) as r(id uuid, position integer, name text,
        data_source_type text, source jsonb, source_key text, content_hash text, blob jsonb, size bigint,
        extension text, mime_type text, doc_metadata jsonb)
      on conflict (workspace_id, dataset_id, source_key) where source_key is not null do nothing
      returning *, 0 as hits`.execute(within);
    return rows.map(toDocument).sort((one, other) => one.position - other.position);
  }

  /** After rows were written, whose triggers hold the lock on the sums: throws where there are more than the plan allows. */
  async checkRoom(
    workspaceId: string,
    rooms: Rooms,
    added: { readonly documents: number; readonly bytes: number },
    within: OpenTransaction,
  ): Promise<void> {
    const db = within as Kysely<DocumentTables>;
    if (rooms.documents !== null) {
      const used = await usedDocuments(db, workspaceId);
      if (used > rooms.documents.limit) throw rooms.documents.refusal(used - added.documents);
    }
    if (rooms.storage !== null) {
      const used = await usedStorage(db, workspaceId);
      if (used > rooms.storage.limit) throw rooms.storage.refusal(used - added.bytes);
    }
  }

  /** Locks documents of a base, in one order whoever asks; ids that are not of it are left out. */
  async lock(base: Base, ids: readonly string[], within: OpenTransaction): Promise<readonly StoredDocument[]> {
    const { rows } = await sql<DocumentRow>`
      select ${documentColumns} from dataset_documents d
      where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid and d.id = any(${ids}::uuid[])
      order by d.id for update`.execute(within);
    return rows.map(toDocument);
  }

  async replace(
    base: Base,
    id: string,
    change: {
      readonly name: string;
      readonly file: Pick<AddedDocument, 'blob' | 'extension' | 'mimeType'> | null;
      readonly source: Readonly<Record<string, unknown>> | null;
      readonly metadata: Readonly<Record<string, string | number | null>> | null;
      readonly ruleId: string | null;
      readonly docLanguage: string | null;
      readonly uploaderName: string | null;
    },
    within: OpenTransaction,
  ): Promise<StoredDocument> {
    const db = within as Tables;
    const { file, source, metadata } = change;
    const row = await db
      .updateTable('dataset_documents')
      .set({
        name: clean(change.name),
        ...(file !== null && {
          blob: sql`${JSON.stringify({ store: file.blob.store, key: file.blob.key })}::jsonb`,
          content_hash: file.blob.sha256,
          size: file.blob.size,
          extension: file.extension,
          mime_type: file.mimeType,
        }),
        ...(source !== null && { source: sql`${JSON.stringify(source)}::jsonb` }),
        ...(metadata !== null && { doc_metadata: sql`doc_metadata || ${JSON.stringify(metadata)}::jsonb` }),
        ...(change.ruleId !== null && { process_rule_id: change.ruleId }),
        ...(change.uploaderName !== null && { uploader_name: clean(change.uploaderName) }),
        ...(change.docLanguage !== null && { doc_language: clean(change.docLanguage) }),
        indexing_status: 'waiting',
        error: null,
        revision: sql`revision + 1`,
        processing_started_at: null,
        parsing_completed_at: null,
        cleaning_completed_at: null,
        splitting_completed_at: null,
        completed_at: null,
        paused_at: null,
        stopped_at: null,
        updated_at: sql`now()`,
      })
      .where('workspace_id', '=', base.workspaceId)
      .where('dataset_id', '=', base.id)
      .where('id', '=', id)
      .returningAll()
      .returning(sql<number>`0`.as('hits'))
      .executeTakeFirstOrThrow();
    return toDocument(row);
  }

  /** `source`: where it comes from now. */
  async rename(
    base: Base,
    id: string,
    { name, source }: { readonly name: string; readonly source: Readonly<Record<string, unknown>> | undefined },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .workspace<DocumentTables>(base.workspaceId)
      .updateTable('dataset_documents')
      .set({
        name: clean(name),
        updated_at: sql`now()`,
        ...(source !== undefined && { source: sql`${JSON.stringify(source)}::jsonb` as never }),
      })
      .where('workspace_id', '=', base.workspaceId)
      .where('dataset_id', '=', base.id)
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Segments, child chunks and hits go with them. */
  async delete(base: Base, ids: readonly string[], within: OpenTransaction): Promise<void> {
    await sql`
      delete from dataset_documents
      where workspace_id = ${base.workspaceId}::uuid and dataset_id = ${base.id}::uuid and id = any(${ids}::uuid[])
    `.execute(within);
  }

  /** Some documents of a base that is over. */
  async some(base: Base, limit: number, within: OpenTransaction): Promise<readonly StoredDocument[]> {
    const { rows } = await sql<DocumentRow>`
      select d.*, 0 as hits from dataset_documents d
      where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid
      order by d.id limit ${limit} for update`.execute(within);
    return rows.map(toDocument);
  }

  async deleteRules(base: Base): Promise<void> {
    await this.#database
      .workspace<DocumentTables>(base.workspaceId)
      .deleteFrom('dataset_process_rules')
      .where('workspace_id', '=', base.workspaceId)
      .where('dataset_id', '=', base.id)
      .execute();
  }
}
