/** Batches are looked at from the newest on, this many. */
export const LOOKED_AT = 64;
/** This many small ones are put together at once. */
const TOGETHER = 8;
/** Entries of a batch that is large enough to be left alone. */
const LARGE = 4_096;
/** Entries that a write may rewrite, for each of its own; and at least for so many. */
const SHARE = 8;
const LEAST = 64;

export interface BatchSize {
  readonly number: number;
  readonly entries: number;
}

/**
 * Which batches to put together after one of `own` entries was written; none: it is not worth it. Terms of many small batches are
 * many rows. Each time a batch is put together with at least as many newer entries, so an entry is rewritten a few times in all,
 * whatever the size of the index; and a write rewrites no more than a few times what it writes.
 */
export function batchesToMerge(newestFirst: readonly BatchSize[], own: number): readonly number[] {
  const most = SHARE * Math.max(LEAST, own);
  const taken: number[] = [];
  let total = 0;
  for (const { number, entries } of newestFirst) {
    if (entries >= LARGE || total + entries > most || (taken.length >= TOGETHER && entries > total)) break;
    if (taken.length > 0 && taken.length < TOGETHER && entries > Math.max(total, own)) break;
    taken.push(number);
    total += entries;
  }
  return taken.length < TOGETHER ? [] : taken;
}
