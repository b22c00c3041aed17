import { currentTime, type Logger } from '#kernel';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { LinkStore } from './link-store.ts';
import { syncJob } from './witness.ts';

/** Milliseconds between two looks for what is due. */
const LOOK = 20_000;
/** Links that one look takes up. */
const MAX_DUE = 50;

/** Looks at each link every few minutes, whatever hooks say. */
export class Poller {
  readonly #parts: {
    readonly links: LinkStore;
    readonly jobs: Pick<Jobs, 'enqueue'>;
    readonly logger: Logger;
    readonly every: number;
  };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: { links: LinkStore; jobs: Pick<Jobs, 'enqueue'>; logger: Logger; every: number }) {
    this.#parts = parts;
  }

  start(): void {
    const look = () => {
      this.#looking = this.look().catch((error: unknown) =>
        this.#parts.logger.warn({ err: error }, 'repositories could not be looked for; it is later'),
      );
    };
    this.#timer = setInterval(look, LOOK);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async look(): Promise<void> {
    const { links, jobs, every } = this.#parts;
    for (const { workspaceId, id } of await links.due(currentTime() + every, MAX_DUE)) {
      await jobs.enqueue(syncJob({ workspaceId, linkId: id, beganBy: 'poll' }));
    }
  }
}
