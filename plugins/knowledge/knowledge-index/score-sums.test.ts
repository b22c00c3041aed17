import { expect, it } from 'vitest';
import { ScoreSums } from './score-sums.ts';
import { seeded } from './testing/test-indexes.ts';

it('adds up by number, however many come, and gives the best in order', () => {
  const random = seeded(4);
  const sums = new ScoreSums(1);
  const expected = new Map<number, number>();
  for (let turn = 0; turn < 30_000; turn += 1) {
    // Numbers beyond 32 bits, and scores of which many are equal.
    const number = Math.floor(random() ** 2 * 8_000) * 2 ** 35 + Math.floor(random() * 3);
    const score = Math.ceil(random() * 4);
    sums.add(number, score);
    expected.set(number, (expected.get(number) ?? 0) + score);
  }
  const order = [...expected]
    .map(([number, score]) => ({ number, score }))
    .sort((a, b) => b.score - a.score || a.number - b.number);
  expect(sums.size).toBe(order.length);
  expect(sums.best(sums.size)).toEqual(order);
  const some = sums.best(100);
  expect(some.length).toBeGreaterThanOrEqual(100);
  expect(some).toEqual(order.slice(0, some.length));
  expect(order[some.length]?.score).not.toBe(some.at(-1)?.score);
  expect(new ScoreSums(10).best(5)).toEqual([]);
});
