import type { Logger } from '#kernel';
import type { AnswerBounds, AnswerStore } from './answer-store.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { WorkStore } from './work-store.ts';

/** Milliseconds between two looks. */
const LOOK = 60_000;
/** Seconds that work may be due and nobody at it: until then a job is on its way. */
const FORGOTTEN = 60;
/** Looks between two of what is kept of answers. */
const LOOKS_PER_CLEANING = 60;

export interface SweeperParts {
  readonly store: Pick<WorkStore, 'forgotten'>;
  readonly turns: Pick<TurnQueue, 'enqueue'>;
  readonly answers: Pick<AnswerStore, 'workspaces' | 'bound'>;
  readonly bounds: AnswerBounds;
  readonly logger: Logger;
}

/** Finds work whose job is gone, so that nothing stays as it is for ever; and keeps the answers of models within their bounds. */
export class Sweeper {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  start(): void {
    const look = () => {
      this.#looking = this.#look();
    };
    this.#timer = setInterval(look, LOOK);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Gives workspaces their turn whose work nobody does. */
  async sweep(): Promise<void> {
    const { store, turns, logger } = this.#parts;
    for (const workspaceId of await store.forgotten(FORGOTTEN)) {
      logger.warn({ workspaceId }, 'work on knowledge bases had no job; it goes on');
      await turns.enqueue(workspaceId, 1);
    }
  }

  async clean(): Promise<void> {
    const { answers, bounds } = this.#parts;
    for (const workspaceId of await answers.workspaces()) await answers.bound(workspaceId, bounds);
  }

  async #look(): Promise<void> {
    try {
      await this.sweep();
      this.#looks += 1;
      if (this.#looks % LOOKS_PER_CLEANING === 0) await this.clean();
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'work on knowledge bases could not be looked for; it is later');
    }
  }
}
