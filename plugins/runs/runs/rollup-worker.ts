import type { Logger } from '#kernel';
import { isRefusal, type OpenTransaction } from '#plugins/database/contract.ts';
import type { AggregatedRun, RunEnds, RunHook } from './contract.ts';
import type { EndStore } from './end-store.ts';

const BATCH = 200;
/** Milliseconds until what ended here is aggregated, and until what other processes left is looked for. */
const SOON = 200;
const LATER = 5_000;
/** Milliseconds for which an end writer that is being reloaded is waited for. */
const ABSENCE = 60_000;
/** Milliseconds for which nothing may be aggregated before those that fail are held to be at fault themselves. */
const PATIENCE = 3_600_000;

export interface RollupWorkerParts {
  readonly store: Pick<EndStore, 'take' | 'next' | 'failed'>;
  readonly hooks: () => readonly RunHook[];
  readonly logger: Logger;
  /** Default an hour. */
  readonly patience?: number;
}

/**
 * Hands ended runs to those who keep books on them, many at a time and never while somebody waits for the run. What is
 * to be aggregated is a table: what a process that died has left, the next one does.
 */
export class RollupWorker implements RunEnds {
  readonly #parts: RollupWorkerParts;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isStopped = false;
  #working: Promise<void> | undefined;
  /** Since when all that was tried has failed, on the clock of `performance`; null: something was aggregated. */
  #barrenSince: number | null = null;
  /** End writers by when they were there last, on the clock of `performance`. */
  readonly #seen = new Map<string, number>();

  constructor(parts: RollupWorkerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#wait(SOON);
  }

  /** A run has ended in this process. */
  wake(): void {
    if (!this.#isSoon && this.#working === undefined) this.#wait(SOON);
  }

  async aggregated(workspaceId: string): Promise<void> {
    while (this.#areAllThere() && (await this.#take({ workspaceId, limit: BATCH })) === BATCH);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wait(milliseconds: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#isSoon = milliseconds <= SOON;
    this.#timer = setTimeout(() => {
      this.#working = this.#work();
    }, milliseconds);
    this.#timer.unref();
  }

  async #work(): Promise<void> {
    const begun = performance.now();
    const taken = await this.#batch();
    this.#working = undefined;
    // Half of the time at most: a database that is slow is not made slower.
    if (taken === 0) this.#wait(LATER);
    else this.#wait(taken < BATCH ? SOON : Math.min(performance.now() - begun, LATER));
  }

  async #batch(): Promise<number> {
    const { store, logger } = this.#parts;
    if (!this.#areAllThere()) return 0;
    try {
      const all = await this.#take({ limit: BATCH });
      if (all > 0) this.#barrenSince = null;
      return all;
    } catch (error) {
      logger.warn({ err: error }, 'Runs that ended could not be aggregated; they are tried one by one');
    }
    // Where the database does not answer at all, no run is to blame.
    const runIds = await store.next(BATCH).catch(() => []);
    const failed: string[] = [];
    let taken = 0;
    for (const runId of runIds) {
      try {
        taken += await this.#take({ runId });
      } catch (error) {
        logger.error(
          { err: error, runId },
          'A run that ended could not be aggregated; it is missing in usage and searches',
        );
        if (isRefusal(error)) failed.push(runId);
      }
    }
    if (this.#areToBlame(taken)) for (const runId of failed) await store.failed(runId).catch(() => {});
    return taken;
  }

  /** Where none can be aggregated, what is wrong is likely to be wrong with all, and to be mended. */
  #areToBlame(aggregated: number): boolean {
    const now = performance.now();
    this.#barrenSince = aggregated > 0 ? null : (this.#barrenSince ?? now);
    return this.#barrenSince === null || now - this.#barrenSince >= (this.#parts.patience ?? PATIENCE);
  }

  /** An end writer that is being reloaded must not miss what is aggregated meanwhile. */
  #areAllThere(): boolean {
    const now = performance.now();
    for (const { id, endWriter } of this.#parts.hooks())
      if (endWriter?.aggregate !== undefined) this.#seen.set(id, now);
    return [...this.#seen.values()].every((at) => at === now || now - at > ABSENCE);
  }

  #take(which: Parameters<EndStore['take']>[0]): Promise<number> {
    return this.#parts.store.take(which, (db, runs) => this.#tell(db, runs));
  }

  async #tell(db: OpenTransaction, runs: readonly AggregatedRun[]): Promise<void> {
    for (const { endWriter } of this.#parts.hooks()) await endWriter?.aggregate?.(db, runs);
  }
}
