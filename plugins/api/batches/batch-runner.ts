import { currentTime, FairSemaphore, type Logger, TransientMap } from '#kernel';
import type { Batch } from './contract.ts';
import type { RowRun } from './row-run.ts';
import type { BatchStore } from './store.ts';

/** How many rows may run at a time. */
export interface RunnerLimits {
  readonly perBatch: number;
  readonly perWorkspace: number;
  readonly perProcess: number;
}

interface RunnerParts {
  readonly store: BatchStore;
  readonly rows: RowRun;
  readonly limits: RunnerLimits;
  readonly logger: Logger;
}

/** A batch of which this process runs rows. */
interface Running {
  readonly workspaceId: string;
  /** Rows on their way in this process, by number. */
  readonly numbers: Set<number>;
  /** Rows that hold the semaphore, or wait for it. */
  slots: number;
  /** Somebody said that there may be something to do. */
  isAwake: boolean;
  /** It has rows to run, as far as this process knows. */
  hasRows: boolean;
  /** One at a time looks for a row. */
  looking: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
}

/** Batches one process works on at a time; the others are told of again by their jobs. */
const MAX_BATCHES = 1_000;
/** Milliseconds after which a batch that waits is looked at, though it may have to wait on. */
const MAX_WAIT = 60_000;
/** Milliseconds until what went wrong here is tried again. */
const AGAIN_MS = 5_000;

/**
 * Runs rows of batches in this process. It keeps nothing that matters: which row runs is in the database, and any number of
 * processes may run rows of one batch. When a row ends the next one begins at once; the batch's job is there for the time
 * after a process has died.
 */
export class BatchRunner {
  readonly #parts: RunnerParts;
  readonly #batches = new TransientMap<string, Running>();
  readonly #semaphore: FairSemaphore;
  readonly #stopping = new AbortController();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#semaphore = new FairSemaphore({ concurrency: parts.limits.perProcess, maxQueue: Number.POSITIVE_INFINITY });
  }

  /** Looks whether rows of the batch can begin. Does not throw, nor wait. */
  wake(workspaceId: string, batchId: string): void {
    if (this.#stopping.signal.aborted) return;
    const known = this.#batches.get(batchId);
    if (known === undefined && this.#batches.size >= MAX_BATCHES) return;
    const batch = known ?? {
      workspaceId,
      numbers: new Set<number>(),
      slots: 0,
      isAwake: true,
      hasRows: true,
      looking: Promise.resolve(),
      timer: undefined,
    };
    batch.isAwake = true;
    if (known === undefined) this.#batches.set(batchId, batch);
    this.#fill(batchId, batch);
  }

  /** A row of the workspace has ended: others of it may have waited for that. */
  wakeWorkspace(workspaceId: string): void {
    for (const [id, batch] of [...this.#batches]) if (batch.workspaceId === workspaceId) this.wake(workspaceId, id);
  }

  /** Begins no row any more. Runs under way are ended, or left, by who executes them. */
  stop(): void {
    this.#stopping.abort();
    for (const [, batch] of [...this.#batches]) clearTimeout(batch.timer);
  }

  #fill(batchId: string, batch: Running): void {
    while (batch.slots < this.#parts.limits.perBatch && !this.#stopping.signal.aborted) {
      batch.slots += 1;
      this.#semaphore
        .run(batch.workspaceId, this.#stopping.signal, () => this.#slot(batchId, batch))
        .catch((error: unknown) => {
          if (this.#stopping.signal.aborted) return;
          this.#parts.logger.error({ error, batchId }, 'rows of a batch could not be run; it is tried again');
          this.#later(batchId, batch, AGAIN_MS);
        })
        .finally(() => {
          batch.slots -= 1;
          if (batch.slots === 0 && !batch.isAwake && !batch.hasRows) this.#batches.delete(batchId);
        });
      // A slot that finds nothing needs no others beside it.
      if (!batch.isAwake) break;
    }
  }

  /** Runs rows, one after the other, for as long as there are some; the semaphore is acquired anew for each by who comes next. */
  async #slot(batchId: string, batch: Running): Promise<void> {
    const found = await this.#next(batchId, batch);
    if (found === null) return;
    const { number } = found.row;
    try {
      const outcome = await this.#parts.rows.run(found.batch, found.row, this.#stopping.signal);
      if (outcome.waitSeconds > 0) this.#later(batchId, batch, outcome.waitSeconds * 1_000);
      else batch.isAwake = true;
    } finally {
      batch.numbers.delete(number);
    }
    // After this slot is given back: the next one belongs to the workspace with the fewest.
    if (batch.isAwake) setImmediate(() => this.wake(batch.workspaceId, batchId));
  }

  #next(batchId: string, batch: Running) {
    const next = batch.looking.then(() => this.#look(batchId, batch));
    batch.looking = next.catch(() => {});
    return next;
  }

  /** The next row that may begin; null: none, and the batch sleeps until it is woken. */
  async #look(batchId: string, batch: Running) {
    const { store, limits } = this.#parts;
    const { workspaceId, numbers } = batch;
    const found = await store.get(workspaceId, batchId);
    batch.hasRows = found !== null && isOpen(found);
    const wait = found?.retryAt ? found.retryAt - currentTime() : 0;
    if (batch.hasRows && wait > 0) this.#later(batchId, batch, wait);
    const isFull =
      found === null ||
      !batch.hasRows ||
      wait > 0 ||
      Math.max(found.running, numbers.size) >= limits.perBatch ||
      (await store.load(workspaceId)) >= limits.perWorkspace;
    const [row] = isFull ? [] : await store.waiting(found, [...numbers], 1);
    if (row === undefined || found === null) {
      batch.isAwake = false;
      return null;
    }
    numbers.add(row.number);
    return { batch: found, row };
  }

  #later(batchId: string, batch: Running, milliseconds: number): void {
    batch.isAwake = false;
    if (batch.timer !== undefined || this.#stopping.signal.aborted) return;
    const wake = () => {
      batch.timer = undefined;
      this.wake(batch.workspaceId, batchId);
    };
    batch.timer = setTimeout(wake, Math.min(milliseconds, MAX_WAIT));
    batch.timer.unref();
  }
}

function isOpen(batch: Batch): boolean {
  return batch.status === 'running' && batch.waiting > 0;
}
