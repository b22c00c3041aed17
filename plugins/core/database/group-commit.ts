import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, PlatformError } from '#kernel';
import { planBatch } from './batch-plan.ts';
import { type CommitGroup, CommitQueue } from './commit-queue.ts';
import type { CommitEntry, CommittedBatch, GroupCommit } from './contract.ts';
import { classifyDatabaseError, isMissingPartition } from './database-error.ts';
import type { SessionDatabase } from './session-database.ts';

export interface GroupCommitOptions {
  readonly database: Pick<SessionDatabase, 'system' | 'burst'>;
  readonly logger: Logger;
}

/** A batch takes no more than this, which keeps statements and memory within bounds. */
const batchLimit = { rows: 2_000, weight: 8_000_000 };
/** What a row weighs beside its texts. */
const rowWeight = 200;
const maxCollisions = 5;
const firstPauseMs = 50;
const longestPauseMs = 5_000;

/**
 * One batch in flight; what comes meanwhile is the next one. The batch starts at the end of the turn of the event loop
 * in which the first group came, so that requests handled in one turn share a commit; and behind what the rest of that
 * call puts there itself, for putting a batch together takes its time, in which other threads can work.
 */
export class BatchedGroupCommit implements GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queue = new CommitQueue();
  readonly #abandon = new AbortController();
  #inFlight = 0;
  #weightInFlight = 0;
  #isClosing = false;
  #isScheduled = false;
  #timer: NodeJS.Timeout | undefined;
  #onIdle: (() => void) | undefined;
  /** Told of each batch; nobody measures while there are none. */
  readonly listeners = new Set<(batch: CommittedBatch) => void>();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#queue.rows + this.#inFlight;
  }

  get backlog(): number {
    return this.#queue.weight + this.#weightInFlight;
  }

  add(entries: readonly CommitEntry[], { delay = 0 }: { readonly delay?: number } = {}): Promise<void> {
    if (entries.length === 0) return Promise.resolve();
    if (this.#isClosing && this.pending === 0) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      this.#queue.push({
        entries,
        weight: weightOf(entries),
        flushAt: delay > 0 ? performance.now() + delay : 0,
        settle,
      });
      this.#wake();
    });
  }

  /**
   * Commits what is queued, delays cut short. When `signal` aborts first (the database is gone), what is left fails
   * with `database.closed`.
   */
  async close(signal?: AbortSignal): Promise<void> {
    this.#isClosing = true;
    signal?.addEventListener('abort', () => this.#abandon.abort(), { once: true });
    if (signal?.aborted) this.#abandon.abort();
    if (this.pending === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    this.#wake();
    await idle;
  }

  /** Starts a batch now, later, or not at all while one is in flight. */
  #wake(): void {
    if (this.#inFlight > 0 || this.#isScheduled || this.#queue.rows === 0) return;
    clearTimeout(this.#timer);
    const wait = this.#isClosing ? 0 : this.#queue.flushAt - performance.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#schedule(), wait);
    } else {
      this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#inFlight > 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      setImmediate(() => {
        this.#isScheduled = false;
        void this.#runBatch();
      });
    });
  }

  async #runBatch(): Promise<void> {
    const groups = this.#queue.take(batchLimit);
    for (const { entries, weight } of groups) {
      this.#inFlight += entries.length;
      this.#weightInFlight += weight;
    }
    const begun = this.listeners.size === 0 ? 0 : performance.now();
    await this.#commit(groups);
    if (begun > 0) {
      const batch = { rows: this.#inFlight, elapsed: (performance.now() - begun) / 1000 };
      for (const listener of this.listeners) listener(batch);
    }
    this.#inFlight = 0;
    this.#weightInFlight = 0;
    this.#wake();
    if (this.#queue.rows === 0) this.#onIdle?.();
  }

  /** Settles every group. Halves a batch that the database rejects until the bad group stands alone. */
  async #commit(groups: readonly CommitGroup[]): Promise<void> {
    const error = await this.#writePatiently(groups);
    if (error === undefined || groups.length === 1 || this.#abandon.signal.aborted) {
      for (const { settle } of groups) settle(error);
      return;
    }
    const middle = Math.ceil(groups.length / 2);
    await this.#commit(groups.slice(0, middle));
    await this.#commit(groups.slice(middle));
  }

  /** Tries until the database says yes or no; resolves with the error that another try would not mend. */
  async #writePatiently(groups: readonly CommitGroup[]): Promise<unknown> {
    let collisions = 0;
    let hasRoom = false;
    for (let attempt = 0; ; attempt += 1) {
      if (this.#abandon.signal.aborted) return closed();
      try {
        await this.#write(groups);
        if (attempt > collisions + Number(hasRoom))
          this.#options.logger.info({}, 'The database is back; queued rows are written');
        return undefined;
      } catch (refused) {
        let error = refused;
        if (isMissingPartition(refused) && !hasRoom) {
          try {
            await this.#makeRoom(groups);
            hasRoom = true;
            continue;
          } catch (cause) {
            error = cause;
          }
        }
        const failure = classifyDatabaseError(error);
        if (failure === 'rejected') return error;
        if (failure === 'collision') {
          collisions += 1;
          if (collisions > maxCollisions) return error;
        } else {
          this.#options.logger.warn(
            { err: error, pending: this.pending },
            'The database is unavailable; rows wait in memory',
          );
        }
        await this.#pause(attempt);
      }
    }
  }

  async #write(groups: readonly CommitGroup[]): Promise<void> {
    const steps = planBatch(groups.map(({ entries }) => entries));
    const [only] = steps;
    const { database } = this.#options;
    if (steps.length === 1 && only?.sink.isSingleStatement === true) {
      await only.sink.write(database.system(), only.rows);
      return;
    }
    if (steps.every(({ sink }) => sink.isSingleStatement === true)) {
      await database.burst(steps.map((step) => (db) => step.sink.write(db, step.rows)));
      return;
    }
    await database
      .system<never>()
      .transaction()
      .execute(async (transaction) => {
        for (const { sink, rows } of steps) await sink.write(transaction, rows);
      });
  }

  async #makeRoom(groups: readonly CommitGroup[]): Promise<void> {
    const db = this.#options.database.system<never>();
    for (const { sink, rows } of planBatch(groups.map(({ entries }) => entries))) await sink.makeRoom?.(db, rows);
    this.#options.logger.warn({}, 'Made partitions for rows of a time that nobody expected; is the clock right?');
  }

  async #pause(attempt: number): Promise<void> {
    const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempt, 10));
    const pause = ceiling / 2 + Math.random() * (ceiling / 2);
    await sleep(pause, undefined, { signal: this.#abandon.signal }).catch(() => {});
  }
}

function weightOf(entries: readonly CommitEntry[]): number {
  return entries.reduce((sum, { sink, row }) => sum + rowWeight + (sink.weigh?.(row) ?? 0), 0);
}

function closed(): PlatformError {
  return new PlatformError('unavailable', 'database.closed', 'The process is stopping and takes no more rows.');
}
