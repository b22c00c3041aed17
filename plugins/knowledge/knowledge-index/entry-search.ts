import { PlatformError } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import { scoresOf, tellingTerms } from './bm25.ts';
import type { EntryFilter, EntryHit, IndexPlace, VectorIndex } from './contract.ts';
import { termOf } from './postings.ts';
import type { ScoreSums } from './score-sums.ts';
import {
  entriesByNumber,
  type FoundVector,
  nearestBySigns,
  readFrequencies,
  readPostings,
  readTotals,
  vectorsOfEntries,
} from './search-store.ts';
import { signsOf } from './signs.ts';
import { readSpace } from './space-store.ts';
import { tokensOf } from './tokens.ts';
import { cosine, normalised } from './vector.ts';

/** Candidates whose exact score is computed: at least so many, and so many for each that is asked for. */
const CANDIDATES = 200;
const PER_HIT = 4;
/** Characters of a query that are read for its words. */
const QUERY_LENGTH = 10_000;
/** Entries by words that are looked up at first, and further ones where few of those count. */
const FIRST_LOOK = 500;
const NEXT_LOOK = 20_000;
/** Of ids in a filter, and of hits. */
export const MAX_IDS = 1_000;

/** What is asked for. */
export interface Search<Query> {
  readonly query: Query;
  readonly limit: number;
  readonly filter: EntryFilter;
}

export async function searchByVector(
  db: OpenTransaction,
  place: IndexPlace,
  { query, limit, filter }: Search<Float32Array>,
  faster?: VectorIndex,
): Promise<readonly EntryHit[]> {
  checkSearch(limit, filter);
  const wanted = normalised(query, undefined);
  const space = await readSpace(db, place);
  if (space === undefined) return [];
  normalised(wanted, space.dimensions);
  const count = filter.entryIds === undefined ? Math.max(CANDIDATES, limit * PER_HIT) : MAX_IDS;
  if (faster !== undefined && faster.id === space.told && filter.entryIds === undefined) {
    const ids = await faster.candidates(place, wanted, count);
    const hits = best(wanted, await vectorsOfEntries(db, place, { ids, filter }), limit);
    if (hits.length === limit) return hits;
  }
  const signs = signsOf(wanted, space.centre);
  return best(wanted, await nearestBySigns(db, place, { signs, count, filter }), limit);
}

function best(query: Float32Array, found: readonly FoundVector[], limit: number): readonly EntryHit[] {
  return found
    .map(({ scale, vector, ...entry }) => ({
      ...entry,
      score: cosine(query, { scale, numbers: new Int8Array(vector.buffer, vector.byteOffset, vector.length) }),
    }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

export async function searchByText(
  db: OpenTransaction,
  place: IndexPlace,
  { query, limit, filter }: Search<string>,
): Promise<readonly EntryHit[]> {
  checkSearch(limit, filter);
  const counts = new Map<number, number>();
  for (const token of tokensOf(query.slice(0, QUERY_LENGTH))) {
    const term = termOf(token);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const frequencies = await readFrequencies(db, place, [...counts.keys()]);
  if (frequencies.size === 0) return [];
  const totals = await readTotals(db, place);
  const known = [...frequencies].map(([term, entries]) => ({ term, entries, count: counts.get(term) ?? 1 }));
  const terms = tellingTerms(known, totals);
  const postings = await readPostings(
    db,
    place,
    terms.map(({ term }) => term),
  );
  return firstThatCount(db, place, { scores: await scoresOf(terms, postings, totals), limit, filter });
}

/** Few are looked up at first; where most of those don't count, many at once. */
async function firstThatCount(
  db: OpenTransaction,
  place: IndexPlace,
  { scores, limit, filter }: { readonly scores: ScoreSums; readonly limit: number; readonly filter: EntryFilter },
): Promise<readonly EntryHit[]> {
  const first = scores.best(Math.max(FIRST_LOOK, limit * 2));
  const hits = [...(await entriesByNumber(db, place, { scored: first, limit, filter }))];
  if (hits.length === limit || first.length === scores.size) return hits;
  const all = scores.best(scores.size);
  for (let start = first.length; start < all.length && hits.length < limit; start += NEXT_LOOK) {
    const look = { scored: all.slice(start, start + NEXT_LOOK), limit: limit - hits.length, filter };
    hits.push(...(await entriesByNumber(db, place, look)));
  }
  return hits;
}

function checkSearch(limit: number, { documentIds = [], entryIds = [] }: EntryFilter): void {
  const isLimitRight = Number.isInteger(limit) && limit >= 1 && limit <= MAX_IDS;
  if (isLimitRight && documentIds.length <= MAX_IDS && entryIds.length <= MAX_IDS) return;
  const message = `A search asks for 1 to ${MAX_IDS} entries, among at most ${MAX_IDS} ids; this one asks for ${limit} among ${Math.max(documentIds.length, entryIds.length)}.`;
  throw new PlatformError('invalid', 'knowledge-index.invalid_search', message);
}
