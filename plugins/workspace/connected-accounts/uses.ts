import type { Logger } from '#kernel';
import type { AccountStore, DayUse } from './account-store.ts';
import type { AccountUse } from './contract.ts';

const FLUSH_MS = 5_000;

/** Counts uses in memory, and writes sums: a source that reads thousands of files is one row a day. */
export class Uses {
  readonly #store: AccountStore;
  readonly #logger: Logger;
  #counted = new Map<string, DayUse>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: AccountStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  count({ workspaceId, accountId, capability, consumer }: AccountUse): void {
    const day = new Date().toISOString().slice(0, 10);
    const key = JSON.stringify([accountId, day, capability, consumer.kind, consumer.id]);
    const uses = (this.#counted.get(key)?.uses ?? 0) + 1;
    this.#counted.set(key, { workspaceId, accountId, day, capability, consumer, uses });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#counted.values()];
    this.#counted = new Map();
    await this.#store
      .count(uses)
      .catch((error) => this.#logger.warn({ err: error }, 'uses of accounts were not counted'));
  }
}
