import type { Logger } from '../../kernel/index.ts';
import { dayOf } from './usage-rows.ts';
import type { RequestCount, UsageStore } from './usage-store.ts';

const FLUSH_MS = 1_000;

/**
 * Counts requests in memory and adds them to their days each second. A process that is killed loses those of the last
 * second; when the database's answer is lost they may count twice. Tokens and prices don't come this way.
 */
export class RequestCounter {
  readonly #store: UsageStore;
  readonly #logger: Logger;
  #counts = new Map<string, RequestCount>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: UsageStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  count(workspaceId: string, appId: string): void {
    this.#add({ workspaceId, appId, day: dayOf(Date.now()), requests: 1 });
  }

  /** Adds what was counted to its days. */
  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    try {
      await this.#store.addRequests(counts);
    } catch (error) {
      this.#logger.warn({ err: error }, 'requests could not be counted; they are added later');
      for (const count of counts) this.#add(count);
    }
  }

  #add(count: RequestCount): void {
    const key = `${count.appId} ${count.day}`;
    const requests = (this.#counts.get(key)?.requests ?? 0) + count.requests;
    this.#counts.set(key, { ...count, requests });
  }
}
