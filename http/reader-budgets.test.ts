import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReaderBudgets } from './reader-budgets.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const limits = { perStream: 100, perApp: 1_000, perProcess: 1_500, patience: 1_000 };

function readers(budgets: ReaderBudgets, account: string, count: number) {
  const closed: number[] = [];
  const held = Array.from({ length: count }, (_, index) => {
    const reader = budgets.open(account, () => {
      closed.push(index);
      reader.closing();
    });
    return reader;
  });
  return { closed, held };
}

describe('the budgets of readers', () => {
  it('close those of an app that have read nothing for longest, and no more than need be', () => {
    const budgets = new ReaderBudgets(limits);
    const { closed, held } = readers(budgets, 'app', 13);
    const others = readers(budgets, 'other', 1);
    others.held[0]?.note(100);
    for (const [index, reader] of held.entries()) {
      vi.advanceTimersByTime(1);
      reader.note(100);
      expect(budgets.held).toBe(200 + index * 100);
    }
    vi.advanceTimersByTime(900);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(closed).toEqual([0, 1, 2]);
    expect(others.closed).toEqual([]);
    for (const reader of [...held, ...others.held]) reader.release();
    expect(budgets.held).toBe(0);
  });

  it('close readers of any app while all together hold too much', () => {
    const budgets = new ReaderBudgets(limits);
    const groups = ['a', 'b', 'c', 'd'].map((app) => readers(budgets, app, 5));
    for (const { held } of groups) for (const reader of held) reader.note(100);
    vi.advanceTimersByTime(2_000);
    expect(groups.flatMap(({ closed }) => closed)).toHaveLength(5);
  });

  it('leave those alone who read, however much waits for them', () => {
    const budgets = new ReaderBudgets(limits);
    const { closed, held } = readers(budgets, 'app', 20);
    for (let times = 0; times < 20; times += 1) {
      for (const reader of held) reader.note(100);
      vi.advanceTimersByTime(400);
      for (const reader of held) reader.note(60);
    }
    expect(closed).toEqual([]);
  });

  it('close nobody below the limits, however long they sleep', () => {
    const budgets = new ReaderBudgets(limits);
    const { closed, held } = readers(budgets, 'app', 10);
    for (const reader of held) reader.note(100);
    vi.advanceTimersByTime(3_600_000);
    expect(closed).toEqual([]);
  });
});
