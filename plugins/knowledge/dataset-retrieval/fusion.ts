/** Scores of the two ways to search become one, and entries that point at one segment become one hit. */
import type { EntryKind } from '#plugins/knowledge-index/contract.ts';

/** An entry that was found, in one way or in both. */
export interface FoundEntry {
  readonly id: string;
  readonly documentId: string;
  readonly segmentId: string;
  readonly kind: EntryKind;
  /** Cosine from 0 to 1; null: it has no vector, or none was asked for. */
  readonly vector: number | null;
  /** BM25, without an upper limit; null: no words were asked for. */
  readonly bm25: number | null;
}

/** How the two become one score. `ranks`: by the places in the two lists, for who orders them anew. */
export type Combination =
  | { readonly by: 'vector' | 'text' | 'ranks' }
  | { readonly by: 'weights'; readonly vectorWeight: number; readonly textWeight: number };

/** An entry with its scores, all from 0 to 1. */
export interface ScoredEntry extends FoundEntry {
  /** BM25 as a share of the best one in the list. */
  readonly text: number | null;
  readonly score: number;
}

/** What was found of a segment. */
export interface Piece {
  readonly segmentId: string;
  readonly documentId: string;
  /** The best of its entries: they all speak for the segment. */
  readonly best: ScoredEntry;
  /** All of them, best first. */
  readonly entries: readonly ScoredEntry[];
}

/** Of reciprocal ranks: how little the first places differ. */
const RANK_CONSTANT = 60;

/** How many entries are looked for, so that more hits never change the order of the first ones. */
export function candidatesFor(topK: number): number {
  return Math.min(200, Math.max(50, topK));
}

/** Entries with their scores, best first; equal ones in the order of their ids, so that the same is always answered. */
export function scoredEntries(entries: readonly FoundEntry[], combination: Combination): readonly ScoredEntry[] {
  const texts = shares(entries.map(({ bm25 }) => bm25));
  const ranks = combination.by === 'ranks' ? rankScores(entries) : new Map<string, number>();
  const scored = entries.map((entry, index): ScoredEntry => {
    const text = texts[index] ?? null;
    return { ...entry, text, score: scoreOf({ ...entry, text }, combination, ranks) };
  });
  return scored.toSorted((left, right) => right.score - left.score || compare(left.id, right.id));
}

/** BM25 has no upper limit and depends on the question: only shares of the best can be compared with anything. */
export function shares(scores: readonly (number | null)[]): readonly (number | null)[] {
  const best = scores.reduce<number>((most, score) => Math.max(most, score ?? 0), 0);
  return scores.map((score) => (score === null ? null : best === 0 ? 0 : clamped(score / best)));
}

/** One hit for each segment, as good as its best entry. */
export function piecesOf(entries: readonly ScoredEntry[]): readonly Piece[] {
  const bySegment = new Map<string, [ScoredEntry, ...ScoredEntry[]]>();
  for (const entry of entries) {
    const others = bySegment.get(entry.segmentId);
    if (others === undefined) bySegment.set(entry.segmentId, [entry]);
    else others.push(entry);
  }
  return [...bySegment.values()].map((found) => {
    const [best] = found;
    return { segmentId: best.segmentId, documentId: best.documentId, best, entries: found };
  });
}

/** What reciprocal ranks make of a place (from 0) in one of several lists; 1 for who is first in all of them. */
export function rankShare(place: number, lists: number): number {
  return (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + place) / lists;
}

/** Within 0 and 1; what is no number counts as 0. */
export function clamped(score: number): number {
  return score >= 0 ? Math.min(score, 1) : 0;
}

/** Whether a hit is good enough. */
export function passes(score: number, threshold: number | null): boolean {
  return threshold === null || score >= threshold;
}

function scoreOf(
  { id, vector, text }: Pick<ScoredEntry, 'id' | 'vector' | 'text'>,
  combination: Combination,
  ranks: ReadonlyMap<string, number>,
): number {
  switch (combination.by) {
    case 'vector':
      return clamped(vector ?? 0);
    case 'text':
      return text ?? 0;
    case 'ranks':
      return ranks.get(id) ?? 0;
    case 'weights':
      return weighted({ vector, text }, combination);
  }
}

/** Scores of both ways by their weights. */
export function weighted(
  { vector, text }: { readonly vector: number | null; readonly text: number | null },
  { vectorWeight, textWeight }: { readonly vectorWeight: number; readonly textWeight: number },
): number {
  return clamped(vectorWeight * clamped(vector ?? 0) + textWeight * clamped(text ?? 0));
}

/** By the places in the list of vectors and in that of words; who has no score is in neither. */
function rankScores(entries: readonly FoundEntry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const kind of ['vector', 'bm25'] as const) {
    const list = entries
      .filter((entry) => (entry[kind] ?? 0) > 0)
      .toSorted((left, right) => (right[kind] ?? 0) - (left[kind] ?? 0) || compare(left.id, right.id));
    list.forEach(({ id }, place) => {
      sums.set(id, (sums.get(id) ?? 0) + rankShare(place, 2));
    });
  }
  return sums;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
