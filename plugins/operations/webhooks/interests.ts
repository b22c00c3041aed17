import type { Logger } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';
import type { WebhookStore } from './store.ts';

const CHANNEL = 'webhooks_changed';
const RELOAD_MS = 60_000;

/**
 * Which apps have somebody to tell, and what: known by heart, so that the end of a run of any other app costs nothing.
 * Other processes say when that changes; should they not be heard, it is read again each minute.
 */
export class Interests {
  readonly #store: WebhookStore;
  readonly #notifications: Notifications;
  readonly #logger: Logger;
  #events: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #unlisten: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { readonly store: WebhookStore; readonly notifications: Notifications; readonly logger: Logger }) {
    this.#store = parts.store;
    this.#notifications = parts.notifications;
    this.#logger = parts.logger;
  }

  async start(): Promise<void> {
    this.#unlisten = this.#notifications.listen(CHANNEL, () => void this.#reload());
    this.#timer = setInterval(() => void this.#reload(), RELOAD_MS);
    this.#timer.unref();
    await this.#load();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unlisten();
  }

  has(appId: string, type: string): boolean {
    return this.#events.get(appId)?.has(type) === true;
  }

  /** Endpoints were changed here: counts at once in this process, in others in a moment. */
  async changed(): Promise<void> {
    await this.#load();
    await this.#notifications.send(CHANNEL, '').catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'other processes learn of changed webhooks in a minute');
    });
  }

  async #reload(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      this.#logger.warn({ err: error }, 'the webhooks of apps could not be read');
    }
  }

  async #load(): Promise<void> {
    const found = new Map<string, Set<string>>();
    for (const { appId, events } of await this.#store.interests()) {
      const known = found.get(appId) ?? new Set<string>();
      for (const event of events) known.add(event);
      found.set(appId, known);
    }
    this.#events = found;
  }
}
