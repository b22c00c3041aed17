import { expect, it } from 'vitest';
import { type BatchSize, batchesToMerge } from './merge-plan.ts';

/** What becomes of batches of these sizes, written one after the other. */
function written(sizes: readonly number[]) {
  let batches: readonly BatchSize[] = [];
  let rewritten = 0;
  let dearest = 0;
  for (const [at, own] of sizes.entries()) {
    batches = [{ number: at + 1, entries: own }, ...batches];
    const merged = new Set(batchesToMerge(batches.slice(0, 64), own));
    if (merged.size === 0) continue;
    const entries = batches.reduce((sum, batch) => sum + (merged.has(batch.number) ? batch.entries : 0), 0);
    rewritten += entries;
    dearest = Math.max(dearest, entries / Math.max(64, own));
    const one = { number: Math.min(...merged), entries };
    batches = [...batches.filter(({ number }) => !merged.has(number)), one].sort((a, b) => b.number - a.number);
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return { batches: batches.length, rewrites: rewritten / total, dearest };
}

it('leaves few batches of many small ones, and writes each entry a few times in all', () => {
  const singles = written(Array.from({ length: 20_000 }, () => 1));
  expect(singles.batches).toBeLessThan(60);
  const mixed = written(Array.from({ length: 3_000 }, (_, at) => [1, 500, 1, 7, 60, 2][at % 6] ?? 1));
  expect(mixed.batches).toBeLessThan(200);
  const large = written(Array.from({ length: 400 }, () => 500));
  expect(large.batches).toBeLessThan(80);
  for (const { rewrites } of [singles, mixed, large]) expect(rewrites).toBeLessThan(6);
});

it('rewrites at most eight times what is written, whatever is there', () => {
  for (const sizes of [
    Array.from({ length: 5_000 }, () => 1),
    Array.from({ length: 2_000 }, (_, at) => ((at * 7_919) % 13) ** 2 + 1),
  ]) {
    expect(written(sizes).dearest).toBeLessThanOrEqual(8);
  }
});
