/** Hits of several knowledge bases in one order. */
import { clamped, passes, rankShare, shares, weighted } from './fusion.ts';

/** A hit of one base, with what it takes to compare it with those of others. */
export interface MergedHit {
  /** From 0 to 1, as its own base sees it. */
  readonly score: number;
  /** Cosine; null: it has none. */
  readonly vector: number | null;
  /** BM25; null: not known. */
  readonly bm25: number | null;
}

/** What one base found, best first. */
export interface BaseHits<Hit extends MergedHit> {
  /** What its scores mean: those of bases with the same can be compared. null: with none. */
  readonly scale: string | null;
  readonly hits: readonly Hit[];
}

interface MergeLimits {
  readonly topK: number;
  readonly threshold: number | null;
}

/**
 * Best first. Scores that mean the same are compared; else places are: raw scores of different models never are. The
 * threshold counts for the score that a hit has in its own base.
 */
export function mergeHits<Hit extends MergedHit>(
  bases: readonly BaseHits<Hit>[],
  { topK, threshold }: MergeLimits,
): readonly Hit[] {
  const lists = bases
    .map(({ scale, hits }) => ({ scale, hits: hits.filter(({ score }) => passes(score, threshold)) }))
    .filter(({ hits }) => hits.length > 0);
  const [first] = lists;
  const isComparable = lists.length === 1 || lists.every(({ scale }) => scale !== null && scale === first?.scale);
  const ordered = isComparable ? bestFirst(lists.flatMap(({ hits }) => hits)) : byPlaces(lists.map(({ hits }) => hits));
  return ordered.slice(0, topK);
}

/** All hits by the weights of who asks, whatever the settings of their bases are. */
export function mergeByWeights<Hit extends MergedHit>(
  bases: readonly BaseHits<Hit>[],
  weights: { readonly vectorWeight: number; readonly textWeight: number },
  { topK, threshold }: MergeLimits,
): readonly Hit[] {
  const hits = bases.flatMap((base) => base.hits);
  const texts = shares(hits.map(({ bm25 }) => bm25));
  const scored = hits.map((hit, index) => {
    const score = weighted({ vector: hit.vector, text: texts[index] ?? null }, weights);
    return { ...hit, score };
  });
  return bestFirst(scored.filter(({ score }) => passes(score, threshold))).slice(0, topK);
}

/** Hits by scores of a model that read them all; those it left out are gone. */
export function mergeByModel<Hit extends MergedHit>(
  hits: readonly Hit[],
  judged: readonly { readonly index: number; readonly score: number }[],
  { topK, threshold }: MergeLimits,
): readonly Hit[] {
  const scored = judged.flatMap(({ index, score }) => {
    const hit = hits[index];
    return hit === undefined ? [] : [{ ...hit, score: clamped(score) }];
  });
  return bestFirst(scored.filter(({ score }) => passes(score, threshold))).slice(0, topK);
}

/** Stable: equal ones stay in the order they came in. */
function bestFirst<Hit extends MergedHit>(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted((left, right) => right.score - left.score);
}

/** The first of all lists, then the second of all …: of one place, the better one of its own base first. */
function byPlaces<Hit extends MergedHit>(lists: readonly (readonly Hit[])[]): readonly Hit[] {
  const placed = lists.flatMap((hits) => hits.map((hit, place) => ({ hit, place })));
  const ordered = placed.toSorted((left, right) => left.place - right.place || right.hit.score - left.hit.score);
  return ordered.map(({ hit, place }) => ({ ...hit, score: rankShare(place, 1) }));
}
