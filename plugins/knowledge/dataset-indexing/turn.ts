import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#kernel';
import type { DocumentIndexer } from './document-indexer.ts';
import { judge, OverError, type Verdict } from './failures.ts';
import type { Rebuilder } from './rebuilder.ts';
import type { ClaimedWork, WorkStore } from './work-store.ts';

/** Milliseconds a workspace works before another one gets its turn. */
const TURN = 20_000;
/** Milliseconds between two signs of life. */
const RENEWAL = 5_000;
/** Seconds that are waited for where the work is, without leaving it. */
const SHORT_WAIT = 5;

/** One piece of work in a turn. */
export interface Course {
  readonly work: ClaimedWork;
  readonly signal: AbortSignal;
  /** In a row, without anything done between them. */
  failures: number;
  /** What the page of the document will say although it is completed. */
  note: string | null;
  /** The turn is over: what is done next is left to another one. */
  isOver(): boolean;
  /** Something was done. */
  progressed(): void;
  /** Shows what went wrong where people see it; `isLast`: it is given up. Set as soon as there is such a place. */
  failed: ((message: string, isLast: boolean) => Promise<void>) | undefined;
}

export interface TurnParts {
  readonly store: WorkStore;
  readonly documents: Pick<DocumentIndexer, 'run'>;
  readonly rebuilds: Pick<Rebuilder, 'run' | 'drop'>;
  /** Of one workspace, in all processes. */
  readonly atATime: number;
  readonly logger: Logger;
}

class Working implements Course {
  readonly work: ClaimedWork;
  readonly signal: AbortSignal;
  readonly #deadline: number;
  failures: number;
  note: string | null;
  failed: Course['failed'];

  constructor(work: ClaimedWork, signal: AbortSignal, deadline: number) {
    this.work = work;
    this.signal = signal;
    this.#deadline = deadline;
    this.failures = work.failures;
    this.note = work.note;
  }

  isOver(): boolean {
    return performance.now() >= this.#deadline;
  }

  progressed(): void {
    this.failures = 0;
  }
}

/** The work of one workspace, for a while: the next document or index, until there is none or others want their turn. */
export class Turn {
  readonly #parts: TurnParts;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** When the workspace wants its next turn; null: nothing is left to be done. */
  async run(workspaceId: string, signal: AbortSignal): Promise<Date | null> {
    const { store, atATime } = this.#parts;
    const deadline = performance.now() + TURN;
    let isFull = false;
    while (performance.now() < deadline) {
      signal.throwIfAborted();
      const work = await store.claim(workspaceId, atATime);
      isFull = work === 'full';
      if (typeof work === 'string') break;
      await this.#work(work, deadline, signal);
    }
    return store.nextDue(workspaceId, isFull);
  }

  async #work(work: ClaimedWork, deadline: number, stopping: AbortSignal): Promise<void> {
    const { store, logger } = this.#parts;
    const ending = new AbortController();
    const signal = AbortSignal.any([stopping, ending.signal]);
    const renewal = setInterval(() => {
      store.renew(work).then(
        (isOwn) => isOwn || ending.abort(new Error('it is not ours any more')),
        (error: unknown) => logger.warn({ err: error, id: work.id }, 'work on a knowledge base could not be renewed'),
      );
    }, RENEWAL);
    const course = new Working(work, signal, deadline);
    try {
      while (await this.#goesOn(course)) signal.throwIfAborted();
    } catch (error) {
      // Another process has it, or it went with its base.
      if (ending.signal.aborted && !stopping.aborted) return;
      await store.leave(work, { failures: course.failures, seconds: 0 });
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** True: it is tried again at once. */
  async #goesOn(course: Course): Promise<boolean> {
    const { store } = this.#parts;
    const { work, signal } = course;
    try {
      const isDone = await this.#run(course);
      if (isDone) await store.end(work);
      else await store.leave(work, { failures: course.failures, seconds: 0, isLast: work.kind === 'rebuild' });
      return false;
    } catch (error) {
      if (error instanceof OverError || (error instanceof Error && error.cause instanceof OverError)) {
        await store.end(work);
        return false;
      }
      if (signal.aborted) throw error;
      return this.#failed(course, error);
    }
  }

  async #run(course: Course): Promise<boolean> {
    const { documents, rebuilds } = this.#parts;
    const { work } = course;
    if (work.kind === 'drop') return rebuilds.drop(work);
    return work.kind === 'rebuild' ? rebuilds.run(course) : documents.run(course);
  }

  async #failed(course: Course, error: unknown): Promise<boolean> {
    const { store, logger } = this.#parts;
    const { work } = course;
    const verdict = judge(error, course.failures);
    const { workspaceId, datasetId, id, kind } = work;
    logger.warn({ err: error, workspaceId, datasetId, id, kind }, 'work on a knowledge base failed');
    await course.failed?.(verdict.message, verdict.seconds === null);
    if (verdict.seconds === null) {
      await this.#giveUp(work, verdict);
      return false;
    }
    if (verdict.seconds <= SHORT_WAIT && !course.isOver()) {
      course.failures = verdict.failures;
      await sleep(verdict.seconds * 1_000, undefined, { signal: course.signal });
      return true;
    }
    await store.leave(work, { failures: verdict.failures, seconds: verdict.seconds });
    return false;
  }

  /** An index that could not be built stays, for what changes meanwhile is noted for it: building it again goes on. */
  async #giveUp(work: ClaimedWork, { failures }: Verdict): Promise<void> {
    const { store } = this.#parts;
    if (work.kind === 'document') await store.end(work);
    else await store.leave(work, { failures, seconds: work.kind === 'rebuild' ? null : 600 });
  }
}
