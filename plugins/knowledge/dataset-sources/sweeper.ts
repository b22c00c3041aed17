import type { Logger } from '#kernel';
import type { Refresher } from './refresher.ts';
import type { RunQueue } from './run-queue.ts';
import type { SourceStore } from './source-store.ts';

/** Milliseconds between two looks. */
const LOOK = 60_000;
/** Seconds without anybody at it: longer than an archive may take, and than a site may make a run wait. */
const FORGOTTEN = 1_200;

export interface SweeperParts {
  readonly store: Pick<SourceStore, 'forgotten'>;
  readonly queue: RunQueue;
  readonly refresher: Pick<Refresher, 'start'>;
  readonly logger: Logger;
}

/** Finds runs and refreshes whose job is gone, so that no source stays as it is for ever. */
export class Sweeper {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
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

  async sweep(seconds = FORGOTTEN): Promise<void> {
    const { store, queue, refresher } = this.#parts;
    const { runs, due } = await store.forgotten(seconds);
    for (const run of runs) await queue.step(run, 0);
    for (const { workspaceId, id } of due) await refresher.start({ workspaceId, sourceId: id });
  }

  async #look(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'sources of knowledge bases could not be looked for; it is later');
    }
  }
}
