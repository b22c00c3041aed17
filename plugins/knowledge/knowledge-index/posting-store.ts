import { sql } from 'kysely';
import { Slices } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import { BATCH } from './batch.ts';
import type { IndexPlace } from './contract.ts';
import { type BatchSize, batchesToMerge, LOOKED_AT } from './merge-plan.ts';
import { arrayText, eachPosting, keptPostings, type PackedPostings, POSTING } from './postings.ts';

/** A batch of postings to be written. */
export interface NewBatch {
  readonly number: number;
  readonly entries: number;
  /** Entries that have words. */
  readonly worded: number;
  readonly tokens: number;
  /** Of everything that is kept of its entries, about. */
  readonly bytes: number;
  readonly postings: PackedPostings;
}

/** Writes a batch, and puts small ones before it together. */
export async function insertBatch(db: OpenTransaction, place: IndexPlace, batch: NewBatch): Promise<void> {
  const { number, entries, worded, tokens, bytes, postings } = batch;
  await sql`
    insert into knowledge_batches (workspace_id, index_id, number, entries, dead, worded, tokens, bytes)
    values (${place.workspaceId}, ${place.indexId}, ${number}, ${entries}, 0, ${worded}, ${tokens}, ${bytes})`.execute(
    db,
  );
  await insertPostings(db, place, { number, postings });
  await mergeSmall(db, place, entries);
}

async function insertPostings(
  db: OpenTransaction,
  { workspaceId, indexId }: IndexPlace,
  { number, postings }: Pick<NewBatch, 'number' | 'postings'>,
): Promise<void> {
  const { terms, counts, starts, bytes } = postings;
  if (bytes.length === 0) return;
  // One parameter for all of them: it is sent as it is, which an array of them is not.
  await sql`
    insert into knowledge_postings (workspace_id, index_id, batch, term, entries, postings)
    select ${workspaceId}::uuid, ${indexId}::uuid, ${number}::bigint, term, entries,
      substring(${Buffer.from(bytes.buffer)}::bytea from start + 1 for entries * ${POSTING}::integer)
    from unnest(${terms}::bigint[], ${counts}::integer[], ${starts}::integer[]) as p (term, entries, start)
    order by term`.execute(db);
}

async function mergeSmall(db: OpenTransaction, { workspaceId, indexId }: IndexPlace, own: number): Promise<void> {
  const newest = await sql<BatchSize>`
    select number, entries from knowledge_batches where workspace_id = ${workspaceId} and index_id = ${indexId}
    order by number desc limit ${LOOKED_AT}`.execute(db);
  const numbers = batchesToMerge(newest.rows, own);
  if (numbers.length === 0) return;
  // Whoever else is at one of them puts them together, or the next who writes does.
  const mine = await sql`
    select from knowledge_batches
    where workspace_id = ${workspaceId} and index_id = ${indexId} and number = any(${numbers}::bigint[])
    for update skip locked`.execute(db);
  if (mine.rows.length < numbers.length) return;
  const first = Math.min(...numbers);
  await sql`
    with gone as (
      delete from knowledge_postings
      where workspace_id = ${workspaceId} and index_id = ${indexId} and batch = any(${numbers}::bigint[])
      returning term, entries, postings
    )
    insert into knowledge_postings (workspace_id, index_id, batch, term, entries, postings)
    select ${workspaceId}::uuid, ${indexId}::uuid, ${first}::bigint, term, sum(entries), string_agg(postings, ''::bytea)
    from gone group by term order by term`.execute(db);
  await sql`
    with gone as (
      delete from knowledge_batches
      where workspace_id = ${workspaceId} and index_id = ${indexId} and number = any(${numbers}::bigint[])
      returning entries, dead, worded, tokens, bytes
    )
    insert into knowledge_batches (workspace_id, index_id, number, entries, dead, worded, tokens, bytes)
    select ${workspaceId}::uuid, ${indexId}::uuid, ${first}::bigint, sum(entries), sum(dead), sum(worded), sum(tokens),
      sum(bytes)
    from gone`.execute(db);
}

/**
 * Counts entries that went as dead, and takes the postings of dead ones out of batches where they are the most. Until then they
 * are found, and left out since there is no such entry.
 */
export async function markDead(db: OpenTransaction, place: IndexPlace, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const { workspaceId, indexId } = place;
  // Locked in their order, so that two who remove don't wait for each other.
  const { rows } = await sql<{ number: number; entries: number; dead: number }>`
    with gone as (
      select (
        select b.number from knowledge_batches b
        where b.workspace_id = ${workspaceId} and b.index_id = ${indexId} and b.number <= n.number / ${BATCH}::bigint
        order by b.number desc limit 1
      ) as batch, count(*)::integer as entries
      from unnest(${numbers}::bigint[]) as n (number) group by 1
    ), locked as (
      select b.number, gone.entries from knowledge_batches b join gone on gone.batch = b.number
      where b.workspace_id = ${workspaceId} and b.index_id = ${indexId} order by b.number for update of b
    )
    update knowledge_batches b set dead = least(b.entries, b.dead + locked.entries)
    from locked
    where b.workspace_id = ${workspaceId} and b.index_id = ${indexId} and b.number = locked.number
    returning b.number, b.entries, b.dead`.execute(db);
  for (const { number, entries, dead } of rows)
    if (dead * 2 > entries) await removeDead(db, place, { batch: number, isEmpty: dead >= entries });
}

async function removeDead(
  db: OpenTransaction,
  place: IndexPlace,
  { batch, isEmpty }: { readonly batch: number; readonly isEmpty: boolean },
): Promise<void> {
  const { workspaceId, indexId } = place;
  const { rows } = await sql<{ term: number; postings: Buffer }>`
    delete from knowledge_postings
    where workspace_id = ${workspaceId} and index_id = ${indexId} and batch = ${batch}
    returning term, postings`.execute(db);
  const alive = await aliveIn(db, place, rows);
  const kept: { readonly term: number; readonly bytes: Buffer }[] = [];
  const slices = new Slices();
  for (const { term, postings } of rows) {
    const bytes = keptPostings(postings, alive);
    if (bytes.length > 0) kept.push({ term, bytes });
    await slices.next();
  }
  if (kept.length === 0 && isEmpty) {
    await sql`
      delete from knowledge_batches
      where workspace_id = ${workspaceId} and index_id = ${indexId} and number = ${batch}`.execute(db);
    return;
  }
  const sizes = kept.map(({ bytes }) => bytes.length);
  let end = 0;
  const starts = sizes.map((size) => {
    end += size;
    return end - size;
  });
  const postings = {
    terms: arrayText(kept.map(({ term }) => term)),
    counts: arrayText(sizes.map((size) => size / POSTING)),
    starts: arrayText(starts),
    bytes: Uint8Array.from(Buffer.concat(kept.map(({ bytes }) => bytes))),
  };
  await insertPostings(db, place, { number: batch, postings });
  await sql`
    update knowledge_batches set entries = greatest(entries - dead, ${alive.size}::integer), dead = 0,
      worded = ${alive.size}::integer, tokens = tokens * ${alive.size}::integer / greatest(worded, 1),
      bytes = bytes * greatest(entries - dead, ${alive.size}::integer) / greatest(entries, 1)
    where workspace_id = ${workspaceId} and index_id = ${indexId} and number = ${batch}`.execute(db);
}

/** Entries of these postings that are there. Asked after the postings were read: what was written since is not in them. */
async function aliveIn(
  db: OpenTransaction,
  { workspaceId, indexId }: IndexPlace,
  rows: readonly { readonly postings: Buffer }[],
): Promise<ReadonlySet<number>> {
  const numbers = new Set<number>();
  const slices = new Slices();
  for (const { postings } of rows) {
    eachPosting(postings, (number) => numbers.add(number));
    await slices.next();
  }
  const alive = await sql<{ number: number }>`
    select number from knowledge_entries
    where workspace_id = ${workspaceId} and index_id = ${indexId}
      and number = any(${arrayText(numbers)}::bigint[])`.execute(db);
  return new Set(alive.rows.map(({ number }) => number));
}
