/** Upper ends of the buckets in seconds; the last bucket has none. They are in stored rows by number: only append. */
const ENDS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600,
  1_200, 3_600,
];

/** Runs by bucket. */
export type Histogram = ReadonlyMap<number, number>;

export function bucketOf(seconds: number): number {
  const index = ENDS.findIndex((end) => seconds <= end);
  return index === -1 ? ENDS.length : index;
}

/** The seconds within which this part of the runs ended, as if they lay evenly in their bucket; null without runs. */
export function percentile(histogram: Histogram, part: number): number | null {
  const total = [...histogram.values()].reduce((sum, runs) => sum + runs, 0);
  if (total === 0) return null;
  let before = 0;
  for (const [bucket, runs] of [...histogram].sort(([one], [other]) => one - other)) {
    if (before + runs >= total * part) {
      const from = ENDS[bucket - 1] ?? 0;
      const to = ENDS[bucket] ?? from;
      return Math.round((from + ((to - from) * (total * part - before)) / runs) * 1_000) / 1_000;
    }
    before += runs;
  }
  return ENDS.at(-1) ?? null;
}
