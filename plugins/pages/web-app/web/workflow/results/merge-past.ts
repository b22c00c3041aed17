import type { PastItem, PastSource } from './use-past.ts';

interface Merged {
  readonly items: readonly PastItem[];
  /** The source to ask for more; null: all is there. */
  readonly next: number | null;
}

/**
 * Lists of two kinds as one, newest first. Only what no further page can come before is shown: the list grows at its end, and
 * nowhere else.
 */
export function mergePast(sources: readonly PastSource[]): Merged {
  const open = sources.map(({ last, hasMore }, index) => ({
    index,
    hasMore,
    last: last?.at ?? Number.POSITIVE_INFINITY,
  }));
  const unfinished = open.filter(({ hasMore }) => hasMore);
  const bound = Math.max(Number.NEGATIVE_INFINITY, ...unfinished.map(({ last }) => last));
  const items = sources
    .flatMap((source) => source.items)
    .filter(({ at }) => at >= bound)
    .sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
  const next = unfinished.toSorted((one, other) => other.last - one.last)[0];
  return { items, next: next?.index ?? null };
}
