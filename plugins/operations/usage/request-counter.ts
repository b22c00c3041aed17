import { currentTime, type Logger, newId } from '#kernel';
import { dayOf } from './usage-rows.ts';
import type { RequestCount, UsageStore } from './usage-store.ts';

const FLUSH_MS = 1_000;

/** Counts that are written together, once: the id says which. */
interface RequestBatch {
  readonly id: string;
  readonly counts: readonly RequestCount[];
}

/**
 * Counts requests that start no run: in memory, and adds them to their days each second. A process that is killed loses
 * those of its last second. Those that start a run don't come this way: they count with it (`UsageNote.requests`).
 */
export class RequestCounter {
  readonly #store: Pick<UsageStore, 'addRequests'>;
  readonly #logger: Logger;
  #counts = new Map<string, RequestCount>();
  /** What could not be written, or of which nobody knows whether it was: written again as it is. */
  #pending: RequestBatch | undefined;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<UsageStore, 'addRequests'>, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.flush();
  }

  count(workspaceId: string, appId: string): void {
    const day = dayOf(currentTime());
    const key = `${appId} ${day}`;
    const requests = (this.#counts.get(key)?.requests ?? 0) + 1;
    this.#counts.set(key, { workspaceId, appId, day, requests });
  }

  /** Adds what was counted to its days; one batch after the other. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      for (let batch = this.#next(); batch !== undefined; batch = this.#next()) {
        await this.#store.addRequests(batch.id, batch.counts);
        this.#pending = undefined;
      }
    } catch (error) {
      this.#logger.warn({ err: error }, 'requests could not be counted; they are added later');
    }
  }

  #next(): RequestBatch | undefined {
    if (this.#pending === undefined && this.#counts.size > 0) {
      this.#pending = { id: newId(), counts: [...this.#counts.values()] };
      this.#counts = new Map();
    }
    return this.#pending;
  }
}
