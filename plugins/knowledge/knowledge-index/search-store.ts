import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { IndexTotals, ScoredNumber } from './bm25.ts';
import type { EntryFilter, EntryHit, IndexPlace } from './contract.ts';
import { SIGNS } from './signs.ts';

/** An entry as the database has it. */
export type FoundEntry = Omit<EntryHit, 'score'>;

/** An entry with its vector. */
export interface FoundVector extends FoundEntry {
  readonly scale: number;
  readonly vector: Buffer;
}

/** Active entries whose signs are most like those of the query, with their vectors. `signs`: hexadecimal. */
export async function nearestBySigns(
  db: OpenTransaction,
  place: IndexPlace,
  { signs, count, filter }: { readonly signs: string; readonly count: number; readonly filter: EntryFilter },
): Promise<readonly FoundVector[]> {
  const { rows } = await sql<FoundVector>`
    with near as materialized (
      select number, id, document_id, segment_id, kind from knowledge_entries
      where ${counting(place, filter)} and signs is not null
      order by bit_count(signs # ${`x${signs}`}::bit(${sql.lit(SIGNS)})) limit ${count}
    )
    ${withVectors(place)}`.execute(db);
  return rows;
}

/** Those of the entries that are active, with their vectors. */
export async function vectorsOfEntries(
  db: OpenTransaction,
  place: IndexPlace,
  { ids, filter }: { readonly ids: readonly string[]; readonly filter: EntryFilter },
): Promise<readonly FoundVector[]> {
  const { rows } = await sql<FoundVector>`
    with near as materialized (
      select number, id, document_id, segment_id, kind from knowledge_entries
      where ${counting(place, filter)} and id = any(${ids}::uuid[])
    )
    ${withVectors(place)}`.execute(db);
  return rows;
}

/** Vectors of entries, active or not. */
export async function vectorsById(
  db: OpenTransaction,
  place: IndexPlace,
  ids: readonly string[],
): Promise<readonly FoundVector[]> {
  const { rows } = await sql<FoundVector>`
    with near as materialized (
      select number, id, document_id, segment_id, kind from knowledge_entries
      where workspace_id = ${place.workspaceId} and index_id = ${place.indexId} and id = any(${ids}::uuid[])
    )
    ${withVectors(place)}`.execute(db);
  return rows;
}

function withVectors({ workspaceId, indexId }: IndexPlace) {
  return sql`
    select near.id, near.document_id as "documentId", near.segment_id as "segmentId", near.kind, v.scale, v.vector
    from near join knowledge_vectors v
      on v.workspace_id = ${workspaceId} and v.index_id = ${indexId} and v.number = near.number`;
}

/** How many entries with words an index has, and how many words, about: some that are gone are counted. */
export async function readTotals(db: OpenTransaction, { workspaceId, indexId }: IndexPlace): Promise<IndexTotals> {
  const { rows } = await sql<IndexTotals>`
    select coalesce(sum(worded), 0)::bigint as entries, coalesce(sum(tokens), 0)::bigint as tokens
    from knowledge_batches where workspace_id = ${workspaceId} and index_id = ${indexId}`.execute(db);
  return rows[0] ?? { entries: 0, tokens: 0 };
}

/** Entries that have each of the terms, about. */
export async function readFrequencies(
  db: OpenTransaction,
  place: IndexPlace,
  terms: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ term: number; entries: number }>`
    select term, sum(entries)::bigint as entries from knowledge_postings
    where ${ofTerms(place, terms)}
    group by term`.execute(db);
  return new Map(rows.map(({ term, entries }) => [term, entries]));
}

/** Postings of each of the terms. */
export async function readPostings(
  db: OpenTransaction,
  place: IndexPlace,
  terms: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await sql<{ term: number; postings: Buffer }>`
    select term, string_agg(postings, ''::bytea) as postings from knowledge_postings
    where ${ofTerms(place, terms)}
    group by term`.execute(db);
  return new Map(rows.map(({ term, postings }) => [term, postings]));
}

/** Looked up batch by batch: that is the order of their index. */
function ofTerms({ workspaceId, indexId }: IndexPlace, terms: readonly number[]) {
  return sql`workspace_id = ${workspaceId} and index_id = ${indexId} and batch = any(array(
      select number from knowledge_batches where workspace_id = ${workspaceId} and index_id = ${indexId}
    )) and term = any(${terms}::bigint[])`;
}

/** The first of the entries that count, in their order, at most `limit`. */
export async function entriesByNumber(
  db: OpenTransaction,
  place: IndexPlace,
  wanted: { readonly scored: readonly ScoredNumber[]; readonly limit: number; readonly filter: EntryFilter },
): Promise<readonly EntryHit[]> {
  const { scored, limit, filter } = wanted;
  const { rows } = await sql<FoundEntry & { place: number }>`
    select id, document_id as "documentId", segment_id as "segmentId", kind, wanted.place
    from unnest(${scored.map(({ number }) => number)}::bigint[]) with ordinality as wanted (number, place)
      join knowledge_entries using (number)
    where ${counting(place, filter)}
    order by wanted.place limit ${limit}`.execute(db);
  return rows.map(({ place: at, ...entry }) => ({ ...entry, score: scored[at - 1]?.score ?? 0 }));
}

/** Entries of an index that are active, and let through by the filter. */
function counting({ workspaceId, indexId }: IndexPlace, { documentIds, entryIds, documents }: EntryFilter) {
  const conditions: RawBuilder<unknown>[] = [
    sql`workspace_id = ${workspaceId}`,
    sql`index_id = ${indexId}`,
    sql`segment_active`,
    sql`document_active`,
  ];
  if (documentIds !== undefined) conditions.push(sql`document_id = any(${documentIds}::uuid[])`);
  if (entryIds !== undefined) conditions.push(sql`id = any(${entryIds}::uuid[])`);
  if (documents !== undefined) conditions.push(sql`document_id in (${documents})`);
  return sql.join(conditions, sql` and `);
}

/** Entries of an index, and bytes that they take, about. */
export async function readSize(
  db: OpenTransaction,
  { workspaceId, indexId }: IndexPlace,
): Promise<{ entries: number; bytes: number }> {
  const { rows } = await sql<{ entries: number; bytes: number }>`
    select count(*)::bigint as entries, (
      select coalesce(sum(bytes * (entries - dead) / greatest(entries, 1)), 0)::bigint from knowledge_batches
      where workspace_id = ${workspaceId} and index_id = ${indexId}
    ) as bytes
    from knowledge_entries where workspace_id = ${workspaceId} and index_id = ${indexId}`.execute(db);
  return rows[0] ?? { entries: 0, bytes: 0 };
}
