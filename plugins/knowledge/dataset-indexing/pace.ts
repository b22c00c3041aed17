import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';

/** How many segments of a document are done, and of how many. */
export interface SegmentCounts {
  readonly completed: number;
  readonly total: number;
}

/** Documents that were done longer ago tell nothing of the pace of today. */
const RECENT = 10 * 60_000;
/** Segments that say enough. */
const TELLING = 5;

type Paced = Pick<DatasetDocument, 'id' | 'indexingStatus' | 'splittingCompletedAt' | 'completedAt'>;

/**
 * Seconds until documents are done, by the pace of those that were and are being worked on; null: none tells it yet. What is
 * not split yet counts as much as the others have on average.
 */
export function secondsLeftOf(
  documents: readonly Paced[],
  counts: ReadonlyMap<string, SegmentCounts>,
  now: number,
): number | null {
  const open = documents.filter(({ indexingStatus }) => !['completed', 'error', 'paused'].includes(indexingStatus));
  if (open.length === 0) return 0;
  const recent = documents.filter(({ completedAt }) => completedAt === null || now - completedAt < RECENT);
  const split = recent.filter(({ id, splittingCompletedAt }) => splittingCompletedAt !== null && counts.has(id));
  const done = split.reduce((sum, { id }) => sum + (counts.get(id)?.completed ?? 0), 0);
  if (done < TELLING) return null;
  const began = Math.min(...split.map(({ splittingCompletedAt }) => splittingCompletedAt ?? now));
  const perSegment = Math.max(1, now - began) / done;
  const average = split.reduce((sum, { id }) => sum + (counts.get(id)?.total ?? 0), 0) / split.length;
  const left = open.reduce((sum, { id, splittingCompletedAt }) => {
    const count = counts.get(id);
    return sum + (splittingCompletedAt === null || count === undefined ? average : count.total - count.completed);
  }, 0);
  return Math.max(1, Math.ceil((left * perSegment) / 1_000));
}
