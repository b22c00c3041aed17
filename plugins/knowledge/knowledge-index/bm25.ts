import { eachPosting, lengths } from './postings.ts';
import { ScoreSums } from './score-sums.ts';

/** BM25 as search engines compute it: how soon repetitions stop counting, and how much the length of an entry does. */
const SATURATION = 1.2;
const LENGTH = 0.75;
/** A term that more than this share of entries has tells little, and is read only where the question has no better ones… */
const COMMON = 0.2;
/** …or where its postings are few all the same. */
const FEW = 2_000;
/** The rarest terms, which are always read. */
const ALWAYS = 2;
/** Terms of a question that are read, the rarest. */
const MAX_TERMS = 32;

export interface IndexTotals {
  readonly entries: number;
  readonly tokens: number;
}

/** A term of a question. */
export interface QueryTerm {
  readonly term: number;
  /** How often the question has it. */
  readonly count: number;
  /** Entries that have it. */
  readonly entries: number;
}

/** An entry with words of the question. */
export interface ScoredNumber {
  readonly number: number;
  readonly score: number;
}

/** Terms that are worth reading, rarest first. */
export function tellingTerms(terms: readonly QueryTerm[], totals: IndexTotals): readonly QueryTerm[] {
  const limit = Math.max(FEW, totals.entries * COMMON);
  return terms
    .filter(({ entries }) => entries > 0)
    .sort((a, b) => a.entries - b.entries)
    .filter(({ entries }, place) => place < ALWAYS || (place < MAX_TERMS && entries <= limit));
}

/** Scores of all entries that have one of the terms. `postings`: of each term. */
export async function scoresOf(
  terms: readonly QueryTerm[],
  postings: ReadonlyMap<number, Buffer>,
  totals: IndexTotals,
): Promise<ScoreSums> {
  const average = Math.max(1, totals.tokens / Math.max(1, totals.entries));
  const norms = lengths.map((length) => SATURATION * (1 - LENGTH + (LENGTH * length) / average));
  const sums = new ScoreSums(terms.reduce((most, { entries }) => Math.max(most, entries), 0));
  for (const { term, count, entries } of terms) {
    const bytes = postings.get(term);
    if (bytes === undefined) continue;
    const weight = count * rarity(Math.min(entries, totals.entries), totals.entries) * (SATURATION + 1);
    eachPosting(bytes, (number, times, length) => {
      sums.add(number, (weight * times) / (times + (norms[length] as number)));
    });
    // Terms of large indexes have a million postings: others get their turn.
    if (entries > FEW) await new Promise((resolve) => setImmediate(resolve));
  }
  return sums;
}

function rarity(entries: number, total: number): number {
  return Math.log(1 + (total - entries + 0.5) / (entries + 0.5));
}
