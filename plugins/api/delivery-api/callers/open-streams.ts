import { PlatformError, TransientMap } from '#kernel';

/** How many streams of runs may be followed at a time; 0: any number. */
export interface StreamLimits {
  readonly streamsPerApp: number;
  readonly streamsPerUser: number;
}

/** Who follows a run. */
export interface Follower {
  readonly appId: string;
  readonly userId: string;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** Seconds after which to try again. */
const RETRY_AFTER = 5;

/**
 * Counts the streams of runs that clients have joined in this process. One that nobody reads costs what its connection holds,
 * megabytes of the kernel's, and starts no run: no other limit would bound them.
 */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #open = new TransientMap<string, number>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** The events, which count as open until they have ended or were left. Throws `delivery-api.too_many_requests`. */
  counted<T>(events: AsyncIterable<T>, { appId, userId, signal }: Follower): AsyncIterable<T> {
    const { streamsPerApp, streamsPerUser } = this.#limits;
    const user = `${appId}/${userId}`;
    this.#check(user, streamsPerUser, 'This user follows', 'WEFT_STREAMS_PER_USER');
    this.#check(appId, streamsPerApp, 'The users of this app follow', 'WEFT_STREAMS_PER_APP');
    const keys = [user, appId];
    for (const key of keys) this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      signal.removeEventListener('abort', close);
      for (const key of keys) this.#release(key);
    };
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    return closing(events, close);
  }

  #check(key: string, limit: number, who: string, setting: string): void {
    if (limit === 0 || (this.#open.get(key) ?? 0) < limit) return;
    const message = `${who} ${limit} streams of runs at a time already (${setting}), and may follow no more. Close one, or ask GET /v1/runs/{task_id} how a run is.`;
    throw new PlatformError('limited', 'delivery-api.too_many_requests', message, { retryAfter: RETRY_AFTER });
  }

  #release(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left === 0) this.#open.delete(key);
    else this.#open.set(key, left);
  }
}

/** No generator: one that was never begun does not hear that it is left. */
function closing<T>(events: AsyncIterable<T>, close: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = events[Symbol.asyncIterator]();
      return {
        next: () =>
          iterator.next().then(
            (step) => {
              if (step.done === true) close();
              return step;
            },
            (error) => {
              close();
              throw error;
            },
          ),
        async return() {
          close();
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
