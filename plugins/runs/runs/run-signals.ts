import { type Logger, TransientMap } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';
import type { StopRequest } from './contract.ts';

const FOLLOW = 'runs_follow';
const MORE = 'runs_more';
const STOP = 'runs_stop';
/**
 * Milliseconds after which a request to stop is said again: a lost connection is back after five seconds at most, and
 * the run of a process that died goes on elsewhere after half a minute.
 */
const STOP_AGAIN = [1_000, 6_000, 45_000];
/** Requests that are said again at a time: a flood of made-up ones must not multiply. */
const MAX_REPEATING = 1_000;

/** What this process does when it hears of a run that may be its own. */
export interface RunSignalReceiver {
  /** Somebody reads along. */
  followed(runId: string): void;
  stop(request: StopRequest): void;
}

/** What processes tell each other about runs. Says no more of a run than its id, except when it is to be stopped. */
export class RunSignals {
  readonly #notifications: Notifications;
  readonly #logger: Logger;
  readonly #readers = new TransientMap<string, Set<() => void>>();
  readonly #ends: (() => void)[] = [];
  #isClosed = false;
  #repeating = 0;

  constructor(notifications: Notifications, logger: Logger) {
    this.#notifications = notifications;
    this.#logger = logger;
  }

  receive(receiver: RunSignalReceiver): void {
    this.#ends.push(
      this.#notifications.listen(FOLLOW, (runId) => receiver.followed(runId)),
      this.#notifications.listen(MORE, (runId) => this.#wake(runId)),
      this.#notifications.listen(STOP, (text) => receiver.stop(JSON.parse(text) as StopRequest)),
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
  }

  /** Asks whoever executes a run to write its events soon; counts for some seconds. */
  follow(runId: string): void {
    this.#send(FOLLOW, runId);
  }

  /** Tells those who read along that there is more. */
  more(runId: string): void {
    this.#send(MORE, runId);
  }

  /**
   * Rejects when the database can't be reached. Said again some times: whoever executes the run may just be
   * connecting, and would not have heard it.
   */
  async stop(request: StopRequest): Promise<void> {
    const text = JSON.stringify(request);
    await this.#notifications.send(STOP, text);
    if (this.#repeating >= MAX_REPEATING) return;
    this.#repeating += 1;
    for (const wait of STOP_AGAIN) setTimeout(() => this.#send(STOP, text), wait).unref();
    setTimeout(
      () => {
        this.#repeating -= 1;
      },
      Math.max(...STOP_AGAIN),
    ).unref();
  }

  /** Calls back whenever there may be more of a run. The result ends it. */
  onMore(runId: string, wake: () => void): () => void {
    const readers = this.#readers.get(runId) ?? new Set();
    this.#readers.set(runId, readers.add(wake));
    return () => {
      readers.delete(wake);
      if (readers.size === 0) this.#readers.delete(runId);
    };
  }

  #wake(runId: string): void {
    for (const wake of this.#readers.get(runId) ?? []) wake();
  }

  #send(channel: string, text: string): void {
    if (this.#isClosed) return;
    this.#notifications.send(channel, text).catch((error) => {
      this.#logger.debug({ error, channel }, 'a notification about a run was not sent');
    });
  }
}
