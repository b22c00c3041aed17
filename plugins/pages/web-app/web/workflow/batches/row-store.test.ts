import { describe, expect, it, vi } from 'vitest';
import type { BatchRow, RowStatus } from './batch-api.ts';
import { type RowQuery, RowStore } from './row-store.ts';
import { TimeLeft } from './time-left.ts';

const statusOf = (number: number): RowStatus => (number % 10 === 0 ? 'failed' : 'succeeded');

function row(number: number): BatchRow {
  return {
    ...{ number, inputs: {}, status: statusOf(number), outputs: null, error: null },
    ...{ elapsed_time: 1, total_tokens: 0, workflow_run_id: null },
  };
}

/** A server with so many rows; what it was asked. */
function served(total: number) {
  const asked: RowQuery[] = [];
  const load = async (query: RowQuery) => {
    asked.push(query);
    const all = Array.from({ length: total }, (_, index) => row(index + 1));
    const found = all.filter(
      ({ number, status }) => number > query.after && (query.status === '' || query.status === status),
    );
    return { data: found.slice(0, query.limit), has_more: found.length > query.limit };
  };
  return { asked, load };
}

describe('rows of a batch', () => {
  it('asks for the pages that are in view, wherever that is', async () => {
    const { asked, load } = served(10_000);
    const rows = new RowStore(load, '');
    rows.view(0, 30);
    rows.view(9_890, 9_920);
    await expect.poll(() => rows.row(9_919)?.number).toBe(9_920);
    expect(rows.row(0)?.number).toBe(1);
    expect(asked.map(({ after }) => after)).toEqual([0, 9800, 9900]);
    rows.view(9_890, 9_920);
    expect(asked).toHaveLength(3);
  });

  it('holds some pages, not all that were ever seen', async () => {
    const { asked, load } = served(10_000);
    const rows = new RowStore(load, '');
    for (let at = 0; at < 10_000; at += 100) {
      rows.view(at, at + 30);
      await expect.poll(() => rows.row(at)?.number, { interval: 1 }).toBe(at + 1);
    }
    expect(rows.row(0)).toBeUndefined();
    rows.view(0, 30);
    await expect.poll(() => rows.row(0)?.number).toBe(1);
    expect(asked).toHaveLength(101);
  });

  it('asks again for what changed in view, and forgets what changed elsewhere', async () => {
    vi.useFakeTimers();
    try {
      const { asked, load } = served(1000);
      const rows = new RowStore(load, '');
      rows.view(0, 30);
      await vi.advanceTimersByTimeAsync(1);
      rows.view(500, 530);
      await vi.advanceTimersByTimeAsync(1);
      rows.changed([3, 510]);
      rows.changed([511]);
      await vi.advanceTimersByTimeAsync(2000);
      expect(asked.map(({ after }) => after)).toEqual([0, 500, 500]);
      expect(rows.row(0)).toBeUndefined();
      expect(rows.row(510)?.number).toBe(511);
      rows.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes through the rows of one status in order, as far as they are in view', async () => {
    const { asked, load } = served(10_000);
    const rows = new RowStore(load, 'failed');
    rows.view(0, 30);
    await expect.poll(() => rows.row(30)?.number).toBe(310);
    expect(rows.length).toBeNull();
    rows.view(900, 999);
    await expect.poll(() => rows.row(999)?.number).toBe(10_000);
    expect(rows.length).toBe(1000);
    expect(asked.map(({ after }) => after)).toEqual([0, 5000]);
  });

  it('says that it could not load, and tries again', async () => {
    const { load } = served(10);
    let isAway = true;
    const rows = new RowStore((query) => (isAway ? Promise.reject(new Error('away')) : load(query)), '');
    rows.view(0, 9);
    await expect.poll(() => rows.hasFailed).toBe(true);
    isAway = false;
    rows.retry();
    await expect.poll(() => rows.row(9)?.number).toBe(10);
    expect(rows.hasFailed).toBe(false);
  });
});

describe('the time a batch has left', () => {
  it('follows the pace of the last minutes', () => {
    const left = new TimeLeft();
    expect(left.of(100)).toBeNull();
    left.add(0, 0);
    left.add(10, 5_000);
    expect(left.of(100)).toBe(50);
    // Slower since: the fast beginning is forgotten.
    left.add(20, 130_000);
    left.add(30, 240_000);
    expect(left.of(10)).toBeCloseTo(110);
  });

  it('begins anew after a pause, and when rows are run again', () => {
    const left = new TimeLeft();
    left.add(0, 0);
    left.add(10, 10_000);
    left.clear();
    expect(left.of(10)).toBeNull();
    left.add(50, 20_000);
    left.add(40, 21_000);
    expect(left.of(10)).toBeNull();
  });
});
