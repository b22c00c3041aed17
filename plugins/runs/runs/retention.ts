import { clocksAgree, currentTime, type Logger, lowestIdAt } from '#kernel';
import type { Blobs } from '#plugins/blobs/contract.ts';
import type { RunBlobStore } from './blob-store.ts';
import type { Partition, PartitionStore, PartitionWidth } from './partition-store.ts';

const DAY = 86_400_000;
/** Milliseconds between two sweeps of a process, about. */
const PERIOD = 3_600_000;
/** Limits below this many days get partitions of a week, so that nothing is kept for much longer than asked. */
const SHORT_LIMIT = 62;

export interface RetentionParts {
  readonly store: PartitionStore;
  readonly runBlobs: RunBlobStore;
  readonly blobs: Pick<Blobs, 'remove'>;
  /** Days for which runs are kept; 0 = for ever. */
  readonly days: number;
  readonly logger: Logger;
  /** Milliseconds between two sweeps, about; default an hour. */
  readonly period?: number;
  /** Told the id below which no run is left. */
  readonly forgotten?: (before: string) => Promise<void>;
}

/** Keeps the history's partitions: makes those that are needed soon, drops those that are wholly too old. */
export class Retention {
  readonly #parts: RetentionParts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isStopped = false;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Makes room for what comes in the next two months (weeks, where partitions are short). */
  async prepare(now = currentTime()): Promise<void> {
    const { store, days } = this.#parts;
    const width: PartitionWidth = days > 0 && days < SHORT_LIMIT ? 'week' : 'month';
    await store.ensure(now, width, width === 'week' ? 14 * DAY : 62 * DAY);
  }

  /**
   * Drops what is too old; those with a run that has not ended wait, and all while it is in doubt what time it is. Resolves with
   * the names of what it dropped.
   */
  async sweep(now = currentTime()): Promise<string[]> {
    const { store, days, logger } = this.#parts;
    const dropped: string[] = [];
    if (days === 0 || !clocksAgree()) return dropped;
    const limit = now - days * DAY;
    for (const partition of await store.list()) {
      if (this.#isStopped) break;
      if (partition.to > limit) continue;
      if (partition.table === 'run_blobs' && !(await this.#removeBlobs(partition))) continue;
      if (await store.drop(partition)) dropped.push(partition.name);
    }
    if (dropped.length > 0) logger.info({ dropped }, 'dropped runs that were older than runs.retention');
    await this.#tellForgotten();
    return dropped;
  }

  async #tellForgotten(): Promise<void> {
    const { store, forgotten } = this.#parts;
    const left = (await store.list()).filter(({ table }) => table === 'workflow_runs').map(({ from }) => from);
    if (forgotten !== undefined && left.length > 0) await forgotten(lowestIdAt(Math.min(...left)));
  }

  /** False: there are rows left that may refer to them. */
  async #removeBlobs(partition: Partition): Promise<boolean> {
    const { store, runBlobs, blobs } = this.#parts;
    if (!(await store.isForgotten(partition))) return false;
    for await (const page of runBlobs.of(partition)) {
      if (this.#isStopped) return false;
      await blobs.remove(page);
    }
    return true;
  }

  /** About every hour, and not in every process at the same time. */
  start(): void {
    const { period = PERIOD } = this.#parts;
    const wait = period / 2 + Math.random() * period;
    this.#timer = setTimeout(() => {
      this.#working = this.#work();
    }, wait);
    this.#timer.unref();
  }

  /** Resolves when a sweep that is under way has broken off; what is left is for the next one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      await this.prepare();
      await this.sweep();
    } catch (error) {
      this.#parts.logger.error({ error }, 'the partitions of the history could not be kept');
    }
    if (!this.#isStopped) this.start();
  }
}
