import type { Logger } from '#kernel';
import { isRefusal } from '#plugins/database/contract.ts';
import type { IndexedRun, QueueStore, RunText } from './queue-store.ts';
import { termsOf } from './search-terms.ts';

const BATCH = 50;
/** Milliseconds until what ended is looked for, and until what other processes left is. */
const SOON = 300;
const LATER = 5_000;
/** Nor do further batches of a backlog follow at once. */
const MIN_PAUSE = 30;
const MAX_PAUSE = 60_000;
/** How many times as long as a batch took nothing is done after it: at most a tenth of the time is spent. */
const REST = 9;
/** And a fiftieth while the thread works for somebody who waits, where that is no more than these milliseconds of rest. */
const BUSY_REST = 49;
const MAX_BUSY = 2_000;
/** The part of the time from which on the thread counts as busy. */
const BUSY = 0.5;

/** Tells which part of the time since it was asked last the thread was at work. */
function threadUse(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** What the queue is to the indexer. */
export type Queue = Pick<QueueStore, 'take' | 'queued' | 'setAside'>;

/**
 * Makes what ended searchable, some runs at a time and never while somebody waits for it. A database or a thread that is
 * busy makes batches slow, and so the pauses between them long. The queue is a table: what a process that died has left,
 * the next one does.
 */
export class Indexer {
  readonly #queue: Queue;
  readonly #logger: Logger;
  readonly #use: () => number;
  #timer: NodeJS.Timeout | undefined;
  /** On the clock of `performance`: nothing is done before. */
  #restUntil = 0;
  #isSoon = false;
  #working: Promise<void> | undefined;
  #isStopped = false;
  /** Runs of a batch that failed, which are tried one by one. */
  #suspects: string[] = [];

  constructor(queue: Queue, logger: Logger, use = threadUse()) {
    this.#queue = queue;
    this.#logger = logger;
    this.#use = use;
  }

  start(): void {
    this.#wait(SOON);
  }

  /** A run has ended in this process. */
  wake(): void {
    if (this.#isSoon || this.#working !== undefined || this.#isStopped) return;
    this.#wait(SOON);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wait(milliseconds: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const pause = Math.max(milliseconds, this.#restUntil - performance.now());
    this.#isSoon = milliseconds <= SOON;
    this.#timer = setTimeout(() => {
      this.#working = this.#work();
    }, pause);
    this.#timer.unref();
  }

  async #work(): Promise<void> {
    const isBusy = this.#use() >= BUSY;
    const begun = performance.now();
    const next = await this.#step();
    const now = performance.now();
    this.#restUntil = now + restAfter(now - begun, isBusy);
    // The next look is at what others did meanwhile.
    this.#use();
    this.#working = undefined;
    this.#wait(next);
  }

  /** Resolves with how long the next step may wait. */
  async #step(): Promise<number> {
    const suspect = this.#suspects.shift();
    if (suspect !== undefined) {
      return (await this.#trySuspect(suspect)) ? MIN_PAUSE : LATER;
    }
    try {
      const taken = await this.#queue.take({ limit: BATCH }, indexedRuns);
      if (taken === 0) return LATER;
      return taken === BATCH ? MIN_PAUSE : SOON;
    } catch (error) {
      this.#logger.warn({ err: error }, 'Runs that ended could not be made searchable; they are tried one by one');
    }
    // Where the database does not answer at all, no run is to blame.
    this.#suspects = await this.#queue.queued(BATCH).catch(() => []);
    return LATER;
  }

  /** A run that fails alone is never tried again: it would keep all others from being found. False: no run is to blame. */
  async #trySuspect(runId: string): Promise<boolean> {
    try {
      await this.#queue.take({ runId }, indexedRuns);
    } catch (error) {
      try {
        if (!isRefusal(error)) throw error;
        await this.#queue.setAside(runId);
        this.#logger.error({ err: error, runId }, 'A run could not be made searchable; searches do not find it');
      } catch (trouble) {
        // The rest is tried from the beginning when the database is well again.
        this.#suspects = [];
        this.#logger.warn({ err: trouble }, 'Runs that ended could not be made searchable; they are tried again');
        return false;
      }
    }
    return true;
  }
}

function restAfter(milliseconds: number, isBusy: boolean): number {
  const polite = isBusy ? Math.min(BUSY_REST * milliseconds, MAX_BUSY) : 0;
  return Math.min(Math.max(REST * milliseconds, polite), MAX_PAUSE);
}

function indexedRuns(texts: readonly RunText[]): IndexedRun[] {
  return texts.map(indexed).filter((run) => run.terms.length > 0);
}

/** A run's words: of its message, else of its values. Who said them finds a message by what was said, not by what went wrong. */
function indexed({ query, answer, inputs, outputs, error, end_user_id: endUserId, ...run }: RunText): IndexedRun {
  const texts = [query, answer, ...stringsOf(inputs), ...stringsOf(outputs), error].filter((text) => text !== null);
  const ofApp = termsOf(texts, { id: run.run_id, ofId: run.app_id });
  if (endUserId === null) return { ...run, terms: ofApp };
  return { ...run, terms: [...ofApp, ...termsOf([query ?? '', answer ?? ''], { id: run.run_id, ofId: endUserId })] };
}

/** Names of `sys.*` values are the same in all runs, and their values are ids. */
const system = /^sys\./;

/** The texts in a JSON text; of one that was cut off, all of it. */
function stringsOf(json: string | null): string[] {
  if (json === null) return [];
  try {
    const found: string[] = [];
    collect(JSON.parse(json), found);
    return found;
  } catch {
    return [json.replaceAll(/\\[a-z"/\\]/g, ' ')];
  }
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) if (!system.test(name)) collect(item, found);
  }
}
