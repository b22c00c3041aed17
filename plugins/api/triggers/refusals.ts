import type { Logger } from '#kernel';
import type { TriggerStore } from './store.ts';

interface Refusals {
  count: number;
  reason: string;
  at: Date;
}

const FLUSH_MS = 2_000;
const MAX_REASON = 500;
const MAX_TRIGGERS = 10_000;

/** Refused calls on their way to the triggers they were for: together, for somebody may send very many. */
export class RefusedCalls {
  readonly #store: TriggerStore;
  readonly #logger: Logger;
  #noted = new Map<string, Refusals>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: TriggerStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  add(triggerId: string, reason: string, at: Date): void {
    const count = (this.#noted.get(triggerId)?.count ?? 0) + 1;
    if (count === 1 && this.#noted.size >= MAX_TRIGGERS) return;
    this.#noted.set(triggerId, { count, reason: reason.replaceAll('\0', '').slice(0, MAX_REASON), at });
    const flush = () => void this.flush();
    this.#timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  /** Writes what was noted so far; also at the end. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const noted = [...this.#noted].map(([id, refusal]) => ({ id, ...refusal }));
    this.#noted = new Map();
    if (noted.length === 0) return;
    try {
      await this.#store.noteRefusals(noted);
    } catch (error) {
      this.#logger.warn({ err: error }, 'refused calls of webhooks were not counted');
    }
  }
}
