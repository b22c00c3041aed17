import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { BudgetWatch } from './budget-watch.ts';
import type { BudgetState, BudgetWarning } from './contract.ts';

const usedUp = { id: 'b1', period: 'month', amount: '10', used: '10', isExceeded: true } as BudgetState;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watch of workspaces of one budget each, and what was told of whom. */
function watchOf(trouble: { list?: string; warned?: string }) {
  const told: string[] = [];
  const watch = new BudgetWatch({
    async list(workspaceId) {
      if (trouble.list === workspaceId) throw new Error('the database is away');
      return [{ ...usedUp, id: `budget of ${workspaceId}` }];
    },
    warned({ workspaceId, lost }: BudgetWarning) {
      if (trouble.warned === workspaceId) lost();
      else told.push(workspaceId);
    },
    logger: silentLogger,
  });
  return { watch, told };
}

it.each(['list', 'warned'] as const)(
  'is told later when it could not be: %s; others are told at once',
  async (what) => {
    const trouble: { list?: string; warned?: string } = { [what]: 'w1' };
    const { watch, told } = watchOf(trouble);
    watch.touched('w1');
    watch.touched('w2');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual(['w2']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(['w2']);
    delete trouble[what];
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told).toEqual(['w2', 'w1']);
    watch.touched('w1');
    watch.touched('w2');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(['w2', 'w1']);
    await watch.stop();
  },
);

it('asks for no further look once it is stopped', async () => {
  const { watch } = watchOf({ list: 'w1' });
  watch.touched('w1');
  vi.advanceTimersByTime(2_000);
  await watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});
