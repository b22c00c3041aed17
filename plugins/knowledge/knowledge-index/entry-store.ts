import { sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { ActiveSelection, EntrySelection, IndexEntry, IndexPlace } from './contract.ts';
import type { QuantisedVector } from './vector.ts';

/** Rows that are removed at once. */
const STEP = 10_000;

/** An entry, and what is kept of its vector. */
export interface PreparedEntry {
  readonly entry: IndexEntry;
  readonly number: number;
  readonly vector: (QuantisedVector & { readonly signs: string }) | null;
}

/** An entry that went. */
export interface GoneEntry {
  readonly id: string;
  readonly number: number;
}

/** Numbers for batches that nobody else gets. */
export async function nextBatches(db: OpenTransaction, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('knowledge_batch_numbers') as number from generate_series(1, ${count}::integer)`.execute(db);
  return rows.map(({ number }) => number);
}

/** Writes entries, at most `BATCH`. Where others wrote one at the same time, the last stays. */
export async function insertEntries(
  db: OpenTransaction,
  place: IndexPlace,
  entries: readonly PreparedEntry[],
): Promise<void> {
  const { workspaceId, indexId } = place;
  const of = <Value>(value: (entry: IndexEntry) => Value) => entries.map(({ entry }) => value(entry));
  await sql`
    insert into knowledge_entries (workspace_id, index_id, id, document_id, segment_id, number, segment_active,
      document_active, kind, signs)
    select ${workspaceId}::uuid, ${indexId}::uuid, id, document_id, segment_id, number, segment_active, document_active,
      kind, ('x' || signs)::bit varying
    from unnest(${of(({ id }) => id)}::uuid[], ${of(({ documentId }) => documentId)}::uuid[],
      ${of(({ segmentId }) => segmentId)}::uuid[], ${of(({ segmentActive }) => segmentActive ?? true)}::boolean[],
      ${of(({ documentActive }) => documentActive ?? true)}::boolean[], ${of(({ kind }) => kind)}::text[],
      ${entries.map(({ vector }) => vector?.signs ?? null)}::text[], ${entries.map(({ number }) => number)}::bigint[])
      as e (id, document_id, segment_id, segment_active, document_active, kind, signs, number)
    on conflict (workspace_id, index_id, id) do update set document_id = excluded.document_id,
      segment_id = excluded.segment_id, number = excluded.number, segment_active = excluded.segment_active,
      document_active = excluded.document_active, kind = excluded.kind, signs = excluded.signs`.execute(db);
  await insertVectors(db, place, entries);
}

async function insertVectors(
  db: OpenTransaction,
  { workspaceId, indexId }: IndexPlace,
  entries: readonly PreparedEntry[],
): Promise<void> {
  const numbers: number[] = [];
  const vectors: QuantisedVector[] = [];
  for (const { number, vector } of entries) {
    if (vector === null) continue;
    numbers.push(number);
    vectors.push(vector);
  }
  const dimensions = vectors[0]?.numbers.length;
  if (dimensions === undefined) return;
  // One parameter for all of them: it is sent as it is, which an array of them is not.
  const bytes = Buffer.concat(vectors.map((vector) => Buffer.from(vector.numbers.buffer)));
  await sql`
    insert into knowledge_vectors (workspace_id, index_id, number, scale, vector)
    select ${workspaceId}::uuid, ${indexId}::uuid, number, scale,
      substring(${bytes}::bytea from (place::integer - 1) * ${dimensions}::integer + 1 for ${dimensions}::integer)
    from unnest(${numbers}::bigint[], ${vectors.map(({ scale }) => scale)}::real[])
      with ordinality as v (number, scale, place)`.execute(db);
}

/** Removes entries and their vectors; their postings are told apart by their numbers. */
export async function deleteEntries(
  db: OpenTransaction,
  { workspaceId, indexId }: IndexPlace,
  which: EntrySelection,
): Promise<readonly GoneEntry[]> {
  const { rows } = await sql<GoneEntry>`
    with gone as (
      delete from knowledge_entries
      where workspace_id = ${workspaceId} and index_id = ${indexId} and ${selected(which)}
      returning id, number, signs is not null as has_vector
    ), vectors as (
      delete from knowledge_vectors where workspace_id = ${workspaceId} and index_id = ${indexId}
        and number = any(array(select number from gone where has_vector))
    )
    select id, number from gone`.execute(db);
  return rows;
}

export async function updateActive(
  db: OpenTransaction,
  { workspaceId, indexId }: IndexPlace,
  { which, active }: { readonly which: ActiveSelection; readonly active: boolean },
): Promise<void> {
  const mark = sql.ref('segmentIds' in which ? 'segment_active' : 'document_active');
  await sql`
    update knowledge_entries set ${mark} = ${active}
    where workspace_id = ${workspaceId} and index_id = ${indexId} and ${selected(which)}
      and ${mark} <> ${active}`.execute(db);
}

function selected(which: EntrySelection) {
  if ('entryIds' in which) return sql`id = any(${which.entryIds}::uuid[])`;
  if ('segmentIds' in which) return sql`segment_id = any(${which.segmentIds}::uuid[])`;
  return sql`document_id = any(${which.documentIds}::uuid[])`;
}

/** Tables of an index; its entries first, so that what is not yet removed is not found. */
const tables = [
  'knowledge_entries',
  'knowledge_vectors',
  'knowledge_postings',
  'knowledge_batches',
  'knowledge_vector_spaces',
];

/** Removes all rows of an index, in one go. */
export async function deleteIndex(db: OpenTransaction, { workspaceId, indexId }: IndexPlace): Promise<void> {
  for (const table of tables) {
    await sql`
      delete from ${sql.table(table)} where workspace_id = ${workspaceId} and index_id = ${indexId}`.execute(db);
  }
}

/**
 * Removes most rows of an index, some at a time: a million at once would keep everybody on the embedded database waiting. What is left
 * is for `deleteIndex`.
 */
export async function deleteIndexInSteps(db: OpenTransaction, { workspaceId, indexId }: IndexPlace): Promise<void> {
  for (const table of ['knowledge_entries', 'knowledge_vectors']) {
    // From number to number: each step would else read past all that the ones before removed.
    let last: number | null = 0;
    while (last !== null) {
      const after: number = last;
      const { rows } = await sql<{ last: number | null }>`
        with step as (
          select number from ${sql.table(table)}
          where workspace_id = ${workspaceId} and index_id = ${indexId} and number > ${after}
          order by number limit ${STEP}
        ), gone as (
          delete from ${sql.table(table)}
          where workspace_id = ${workspaceId} and index_id = ${indexId} and number = any(array(select number from step))
        )
        select max(number) as last from step`.execute(db);
      last = rows[0]?.last ?? null;
    }
  }
  const batches = await sql<{ number: number }>`
    select number from knowledge_batches where workspace_id = ${workspaceId} and index_id = ${indexId}`.execute(db);
  for (const { number } of batches.rows) {
    await sql`
      delete from knowledge_postings
      where workspace_id = ${workspaceId} and index_id = ${indexId} and batch = ${number}`.execute(db);
  }
}
