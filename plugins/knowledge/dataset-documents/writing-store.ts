import { type Kysely, sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { AddedSegments, ChildChunk, DocumentProgress, Segment } from './contract.ts';
import type { Base } from './document-store.ts';
import { packChildren } from './packed-segments.ts';
import { countSegments, insertChildren, insertSegments } from './progress-store.ts';
import { type ChildRow, clean, type SegmentRow, toChild, toSegment } from './row-store.ts';
import type { DocumentTables } from './tables.ts';

type SegmentChange = Parameters<DocumentProgress['changeSegment']>[2];
type NewChunks = Parameters<DocumentProgress['writeChildChunks']>[2];

/** Segments by hand, behind those that are there. The document's row is locked, so that positions are given once. */
export async function appendSegments(
  base: Base,
  documentId: string,
  { packed, ids }: AddedSegments,
  createdBy: string | null,
  within: OpenTransaction,
): Promise<readonly Segment[]> {
  await lockDocument(base, documentId, within);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from dataset_segments
    where document_id = ${documentId}::uuid and workspace_id = ${base.workspaceId}::uuid`.execute(within);
  await insertSegments(base, documentId, packed, { createdBy, after: rows[0]?.last ?? 0 }, within);
  await countSegments(base, documentId, within);
  const added = await sql<SegmentRow>`
    select *, 0 as hits from dataset_segments where id = any(${ids}::uuid[]) and document_id = ${documentId}::uuid
      and workspace_id = ${base.workspaceId}::uuid order by position`.execute(within);
  return added.rows.map(toSegment);
}

/** undefined: it is gone. */
export async function updateSegment(
  base: Base,
  segment: Pick<Segment, 'id' | 'documentId'>,
  change: SegmentChange,
  by: string | null,
  within: OpenTransaction,
): Promise<Segment | undefined> {
  await lockDocument(base, segment.documentId, within);
  const { content, answer, keywords, enabled, summary } = change;
  const row = await (within as Kysely<DocumentTables>)
    .updateTable('dataset_segments')
    .set({
      ...(content !== undefined && { content: clean(content) }),
      ...(answer !== undefined && { answer: answer === null ? null : clean(answer) }),
      ...(keywords !== undefined && {
        keywords: keywords === null ? null : sql`${JSON.stringify(keywords.map(clean))}::jsonb`,
      }),
      ...(summary !== undefined && { summary: summary === null ? null : clean(summary) }),
      ...(change.wordCount !== undefined && { word_count: change.wordCount }),
      ...(change.tokens !== undefined && { tokens: change.tokens }),
      ...(change.hash !== undefined && { hash: change.hash }),
      ...(enabled !== undefined && {
        enabled,
        disabled_at: enabled ? null : sql`coalesce(disabled_at, now())`,
        disabled_by: enabled ? null : sql`coalesce(disabled_by, ${by}::uuid)`,
      }),
      updated_by: by,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', base.workspaceId)
    .where('dataset_id', '=', base.id)
    .where('document_id', '=', segment.documentId)
    .where('id', '=', segment.id)
    .returningAll()
    .returning(sql<number>`0`.as('hits'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await countSegments(base, segment.documentId, within);
  return toSegment(row as SegmentRow);
}

/** Behind the segment's others, or in place of all of them; those with ids that are there are changed where they are. */
export async function putChildren(
  base: Base,
  segment: Pick<Segment, 'id' | 'documentId'>,
  { chunks, replaceAll }: { readonly chunks: NewChunks; readonly replaceAll: boolean },
  within: OpenTransaction,
): Promise<readonly ChildChunk[]> {
  await lockDocument(base, segment.documentId, within);
  const of = sql`segment_id = ${segment.id}::uuid and workspace_id = ${base.workspaceId}::uuid`;
  if (replaceAll) await sql`delete from dataset_child_chunks where ${of}`.execute(within);
  const { rows } = await sql<{ id: string; position: number }>`
    select id, position from dataset_child_chunks where ${of} order by position`.execute(within);
  const known = new Set(rows.map(({ id }) => id));
  const last = rows.at(-1)?.position ?? 0;
  for (const chunk of chunks.filter(({ id }) => known.has(id))) {
    await sql`
      update dataset_child_chunks set content = ${clean(chunk.content)}, word_count = ${chunk.wordCount},
        type = ${chunk.type}, updated_at = now()
      where id = ${chunk.id}::uuid and ${of}`.execute(within);
  }
  const added = chunks
    .filter(({ id }) => !known.has(id))
    .map((chunk, index) => ({ ...chunk, segmentId: segment.id, position: last + index + 1 }));
  await insertChildren(base, segment.documentId, packChildren(added), within);
  const ids = chunks.map(({ id }) => id);
  const written = await sql<ChildRow>`
    select * from dataset_child_chunks where id = any(${ids}::uuid[]) and ${of} order by position`.execute(within);
  return written.rows.map(toChild);
}

/** Those that are of the document; how many there were. */
export async function enableSegments(
  base: Base,
  documentId: string,
  ids: readonly string[],
  { isEnabled, by }: { readonly isEnabled: boolean; readonly by: string | null },
  within: OpenTransaction,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update dataset_segments set enabled = ${isEnabled}, updated_at = now(), updated_by = ${by}::uuid,
      disabled_at = ${isEnabled ? sql`null` : sql`coalesce(disabled_at, now())`},
      disabled_by = ${isEnabled ? sql`null` : sql`coalesce(disabled_by, ${by}::uuid)`}
    where id = any(${ids}::uuid[]) and document_id = ${documentId}::uuid and workspace_id = ${base.workspaceId}::uuid
      and dataset_id = ${base.id}::uuid`.execute(within);
  return Number(numAffectedRows ?? 0);
}

/** With their child chunks; how many there were. */
export async function removeSegments(
  base: Base,
  documentId: string,
  ids: readonly string[],
  within: OpenTransaction,
): Promise<number> {
  await lockDocument(base, documentId, within);
  const { numAffectedRows } = await sql`
    delete from dataset_segments
    where id = any(${ids}::uuid[]) and document_id = ${documentId}::uuid and workspace_id = ${base.workspaceId}::uuid
      and dataset_id = ${base.id}::uuid`.execute(within);
  await countSegments(base, documentId, within);
  return Number(numAffectedRows ?? 0);
}

/** false: the segment has no such child chunk. */
export async function removeChild(
  base: Base,
  segment: Pick<Segment, 'id' | 'documentId'>,
  id: string,
  within: OpenTransaction,
): Promise<boolean> {
  await lockDocument(base, segment.documentId, within);
  const { numAffectedRows } = await sql`
    delete from dataset_child_chunks where id = ${id}::uuid and segment_id = ${segment.id}::uuid
      and workspace_id = ${base.workspaceId}::uuid and dataset_id = ${base.id}::uuid`.execute(within);
  return (numAffectedRows ?? 0n) > 0n;
}

async function lockDocument(base: Base, documentId: string, within: OpenTransaction): Promise<void> {
  await sql`
    select from dataset_documents where id = ${documentId}::uuid and workspace_id = ${base.workspaceId}::uuid
      and dataset_id = ${base.id}::uuid for update`.execute(within);
}
