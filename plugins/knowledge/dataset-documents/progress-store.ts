import { sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { DatasetDocument, IndexingStatus } from './contract.ts';
import type { Base } from './document-store.ts';
import type { PackedRows, PackedSegments } from './packed-segments.ts';
import { clean } from './row-store.ts';
import { mayBeFound } from './segment-store.ts';

/** Characters of an error that is shown. */
const MAX_ERROR = 2_000;

/** A document in the revision that is worked on. */
type Worked = Pick<DatasetDocument, 'id' | 'workspaceId' | 'datasetId' | 'revision'>;

const isWorked = (document: Worked) => sql`id = ${document.id}::uuid and workspace_id = ${document.workspaceId}::uuid
  and revision = ${document.revision} and indexing_status <> 'paused'`;

/** What the time of is noted, when a status begins. */
const began: Readonly<Record<IndexingStatus, string | null>> = {
  waiting: null,
  parsing: 'processing_started_at',
  cleaning: 'parsing_completed_at',
  splitting: 'cleaning_completed_at',
  indexing: 'splitting_completed_at',
  completed: 'completed_at',
  error: 'stopped_at',
  paused: 'paused_at',
};

/** false: the work is over. */
export async function setWorkStatus(
  document: Worked,
  status: IndexingStatus,
  error: string | null,
  within: OpenTransaction,
): Promise<boolean> {
  const column = began[status];
  const { numAffectedRows } = await sql`
    update dataset_documents set indexing_status = ${status},
      error = ${error === null ? null : clean(error).slice(0, MAX_ERROR)}, updated_at = now()
      ${column === null ? sql`` : sql`, ${sql.ref(column)} = coalesce(${sql.ref(column)}, now())`}
    where ${isWorked(document)}`.execute(within);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Replaces all segments of a document, whose row was changed in the same transaction. */
export async function replaceSegments(
  document: Worked,
  segments: PackedSegments,
  within: OpenTransaction,
): Promise<void> {
  await sql`
    delete from dataset_segments where document_id = ${document.id}::uuid
      and workspace_id = ${document.workspaceId}::uuid`.execute(within);
  const base = { id: document.datasetId, workspaceId: document.workspaceId };
  await insertSegments(base, document.id, segments, null, within);
  await countSegments(base, document.id, within);
}

/**
 * With their child chunks. `byHand` null: cut by the work, to be embedded; else written by somebody, complete, and behind the position
 * `after`.
 */
export async function insertSegments(
  base: Base,
  documentId: string,
  { segments, children }: PackedSegments,
  byHand: { readonly createdBy: string | null; readonly after: number } | null,
  within: OpenTransaction,
): Promise<void> {
  for (const rows of segments) {
    await sql`
      insert into dataset_segments (workspace_id, dataset_id, document_id, status, created_by, indexing_at, completed_at,
        id, position, content, answer, word_count, tokens, keywords, hash, page, heading)
      select ${base.workspaceId}::uuid, ${base.id}::uuid, ${documentId}::uuid, ${byHand === null ? 'waiting' : 'completed'},
        ${byHand?.createdBy ?? null}::uuid, now(), ${byHand === null ? sql`null::timestamptz` : sql`now()`}, r.id,
        r.position + ${byHand?.after ?? 0}::integer, content, answer, word_count, tokens, keywords, hash, page, heading
      from json_to_recordset(${asBytes(rows)}::json) as r(id uuid, position integer, content text, answer text,
        word_count integer, tokens integer, keywords jsonb, hash text, page integer, heading text)`.execute(within);
  }
  await insertChildren(base, documentId, children, within);
}

export async function insertChildren(
  base: Base,
  documentId: string,
  children: readonly PackedRows[],
  within: OpenTransaction,
): Promise<void> {
  for (const rows of children) {
    await sql`
      insert into dataset_child_chunks (workspace_id, dataset_id, document_id, id, segment_id, position, content,
        word_count, type)
      select ${base.workspaceId}::uuid, ${base.id}::uuid, ${documentId}::uuid, r.*
      from json_to_recordset(${asBytes(rows)}::json) as r(id uuid, segment_id uuid,
        position integer, content text, word_count integer, type text)`.execute(within);
  }
}

/** As the driver sends it without a look at it. */
function asBytes(rows: PackedRows): Buffer {
  return Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
}

/** Sums of a document, whose row is locked or changed in the same transaction. */
export async function countSegments(base: Base, documentId: string, within: OpenTransaction): Promise<void> {
  await sql`
    update dataset_documents d set segment_count = c.segments, word_count = c.words, tokens = c.tokens, updated_at = now()
    from (select count(*)::integer as segments, coalesce(sum(word_count), 0) as words, coalesce(sum(tokens), 0) as tokens
      from dataset_segments where document_id = ${documentId}::uuid and workspace_id = ${base.workspaceId}::uuid) c
    where d.id = ${documentId}::uuid and d.workspace_id = ${base.workspaceId}::uuid`.execute(within);
}

/** Holds document and segments as they are until the transaction ends. */
export async function holdSegments(base: Base, ids: readonly string[], within: OpenTransaction) {
  const { rows } = await sql<{ id: string; segment: boolean; document: boolean; hash: string }>`
    select s.id, s.enabled as segment, ${mayBeFound.document} as document, s.hash
    from dataset_segments s join dataset_documents d on d.id = s.document_id
    where s.id = any(${ids}::uuid[]) and s.workspace_id = ${base.workspaceId}::uuid and s.dataset_id = ${base.id}::uuid
    order by d.id, s.id for share`.execute(within);
  return new Map(rows.map(({ id, ...found }) => [id, found]));
}

/** false: the work is over. Holds the document until the transaction ends. */
export async function completeSegments(
  document: Worked,
  ids: readonly string[],
  within: OpenTransaction,
): Promise<boolean> {
  if (!(await holdWorked(document, within))) return false;
  await sql`
    update dataset_segments set status = 'completed', error = null, completed_at = now(), updated_at = now()
    where id = any(${ids}::uuid[]) and document_id = ${document.id}::uuid
      and workspace_id = ${document.workspaceId}::uuid`.execute(within);
  return true;
}

async function holdWorked(document: Worked, within: OpenTransaction): Promise<boolean> {
  const { rows } = await sql`
    select from dataset_documents where ${isWorked(document)} for share`.execute(within);
  return rows.length > 0;
}

/** null: the work is over. Whether it may be found from now on. */
export async function completeDocument(
  document: Worked,
  within: OpenTransaction,
): Promise<{ readonly mayBeFound: boolean } | null> {
  const { rows } = await sql<{ may: boolean }>`
    update dataset_documents set indexing_status = 'completed', error = null, completed_at = now(), was_completed = true,
      updated_at = now()
    where ${isWorked(document)} returning enabled and not archived as may`.execute(within);
  const [row] = rows;
  if (row === undefined) return null;
  await countSegments({ id: document.datasetId, workspaceId: document.workspaceId }, document.id, within);
  return { mayBeFound: row.may };
}
