import { TransientMap } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';

/** Heard by every process: the key of a call that its client gives up. */
const CHANNEL = 'mcp_call_cancelled';

/** Calls under way that a client may cancel by another request, which another process may get. */
export class Cancellations {
  readonly #notifications: Notifications;
  readonly #calls = new TransientMap<string, AbortController>();

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
  }

  /** The call is over when `leave` is called. */
  enter(key: string): { readonly signal: AbortSignal; leave(): void } {
    const controller = new AbortController();
    this.#calls.set(key, controller);
    return {
      signal: controller.signal,
      leave: () => {
        if (this.#calls.get(key) === controller) this.#calls.delete(key);
      },
    };
  }

  async cancel(key: string): Promise<void> {
    const own = this.#calls.get(key);
    if (own !== undefined) own.abort();
    else await this.#notifications.send(CHANNEL, key).catch(() => {});
  }

  listen(): () => void {
    return this.#notifications.listen(CHANNEL, (key) => this.#calls.get(key)?.abort());
  }
}
