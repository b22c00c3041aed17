import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { Indexer, type Queue } from './indexer.ts';

/** Time is this test's own: nothing here depends on how busy the machine is. */
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A queue of so many runs, of which a batch takes a while. */
class SlowQueue implements Queue {
  busy = 0;
  rows: string[];
  readonly #milliseconds: number;

  constructor(runs: number, milliseconds: number) {
    this.rows = Array.from({ length: runs }, (_, index) => `run ${index}`);
    this.#milliseconds = milliseconds;
  }

  async take(which: { readonly limit: number } | { readonly runId: string }): Promise<number> {
    await pass(this.#milliseconds);
    this.busy += this.#milliseconds;
    const chosen = 'runId' in which ? this.rows.filter((id) => id === which.runId) : this.rows.slice(0, which.limit);
    this.fail(chosen);
    this.rows = this.rows.filter((id) => !chosen.includes(id));
    return chosen.length;
  }

  async queued(limit: number): Promise<string[]> {
    return this.rows.slice(0, limit);
  }

  async setAside(runId: string): Promise<void> {
    this.rows = this.rows.filter((id) => id !== runId);
  }

  protected fail(_chosen: readonly string[]): void {}
}

/** A queue with runs that nothing can be made of. */
class BadQueue extends SlowQueue {
  readonly bad = new Set(['run 3', 'run 7']);
  readonly aside: string[] = [];
  isDown = false;
  /** Runs are read from it, but nothing can be written. */
  isFull = false;
  tries = 0;

  override async queued(limit: number): Promise<string[]> {
    if (this.isDown) throw new Error('no database');
    return super.queued(limit);
  }

  override async setAside(runId: string): Promise<void> {
    if (this.isDown) throw new Error('no database');
    this.aside.push(runId);
    await super.setAside(runId);
  }

  protected override fail(chosen: readonly string[]): void {
    this.tries += 1;
    if (this.isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' });
    if (this.isDown || chosen.some((id) => this.bad.has(id))) throw new Error('it can not be read');
  }
}

async function work(queue: Queue, milliseconds: number, use = 0): Promise<Indexer> {
  const indexer = new Indexer(queue, silentLogger, () => use);
  indexer.start();
  await vi.advanceTimersByTimeAsync(milliseconds);
  return indexer;
}

describe('the indexer', () => {
  it('spends a tenth of the time at most, however much waits, and all of it is done in the end', async () => {
    const queue = new SlowQueue(10_000, 200);
    const indexer = await work(queue, 60_000);
    for (let waker = 0; waker < 100; waker++) {
      indexer.wake();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(queue.busy).toBeLessThanOrEqual(7_000);
    expect(queue.busy).toBeGreaterThan(6_000);
    await vi.advanceTimersByTimeAsync(400_000);
    expect(queue.rows).toEqual([]);
    await indexer.stop();
  });

  it('spends a fiftieth while the thread is busy, and no less than after two seconds', async () => {
    const quick = new SlowQueue(10_000, 20);
    await (await work(quick, 60_000, 0.9)).stop();
    expect(quick.busy).toBeLessThanOrEqual(1_220);
    expect(quick.busy).toBeGreaterThan(1_000);
    const slow = new SlowQueue(10_000, 200);
    await (await work(slow, 60_000, 0.9)).stop();
    expect(slow.busy).toBeGreaterThan(5_000);
  });

  it('goes on after a minute at most, however slow the database was', async () => {
    const queue = new SlowQueue(150, 30_000);
    const indexer = await work(queue, 3 * 90_000 - 10_000);
    expect(queue.rows).toEqual([]);
    await indexer.stop();
  });

  it('sets runs aside that fail alone, and goes on with the others', async () => {
    const queue = new BadQueue(120, 1);
    const indexer = await work(queue, 60_000);
    expect(queue.rows).toEqual([]);
    expect(queue.aside).toEqual(['run 3', 'run 7']);
    const { tries } = queue;
    await vi.advanceTimersByTimeAsync(60_000);
    // What it has set aside it does not try: it only looks for more.
    expect(queue.tries - tries).toBeLessThanOrEqual(12);
    await indexer.stop();
  });

  it('sets nothing aside while the database does not answer', async () => {
    const queue = new BadQueue(120, 1);
    queue.bad.clear();
    queue.isDown = true;
    const indexer = await work(queue, 60_000);
    expect([queue.rows.length, queue.aside]).toEqual([120, []]);
    queue.isDown = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([queue.rows, queue.aside]).toEqual([[], []]);
    await indexer.stop();
  });

  it('sets nothing aside while no run can be written', async () => {
    const queue = new BadQueue(120, 1);
    queue.bad.clear();
    queue.isFull = true;
    const indexer = await work(queue, 60_000);
    expect([queue.rows.length, queue.aside]).toEqual([120, []]);
    queue.isFull = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([queue.rows, queue.aside]).toEqual([[], []]);
    await indexer.stop();
  });
});
