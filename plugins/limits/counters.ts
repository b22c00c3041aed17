import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RedisConnection } from './redis-connection.ts';

export type Window = 'minute' | 'day';

/** How much of a window is used. */
export interface Count {
  readonly used: number;
  /** Milliseconds until the window is over. */
  readonly left: number;
}

/** Counts uses per key in windows that begin with the first use. */
export interface Counters {
  add(window: Window, key: string, amount?: number): Promise<Count>;
  /** null: nothing was used. */
  peek(window: Window, key: string): Promise<Count | null>;
}

const seconds: Readonly<Record<Window, number>> = { minute: 60, day: 86_400 };

/**
 * In this process, or in Redis for all processes together. While Redis can't be reached each process counts for itself.
 * What is too much is decided by whoever asks: a limit that changes keeps what was counted.
 */
export function openCounters(redis: RedisConnection | null): Counters {
  let opened: Promise<Limiters> | undefined;
  const limiters = () => {
    opened ??= openLimiters(redis);
    return opened;
  };
  return {
    async add(window, key, amount = 1) {
      const { consumedPoints, msBeforeNext } = await (await limiters())[window].consume(key, amount);
      return { used: consumedPoints, left: msBeforeNext };
    },
    async peek(window, key) {
      const count = await (await limiters())[window].get(key);
      return count === null ? null : { used: count.consumedPoints, left: count.msBeforeNext };
    },
  };
}

type Limiters = Readonly<Record<Window, RateLimiterAbstract>>;

/** Loaded when something is limited: where nothing is, the server starts without. */
async function openLimiters(redis: RedisConnection | null): Promise<Limiters> {
  const { RateLimiterMemory, RateLimiterRedis } = await import('rate-limiter-flexible');
  const open = (window: Window): RateLimiterAbstract => {
    const options = {
      keyPrefix: `weft:limits:${window}`,
      points: Number.MAX_SAFE_INTEGER,
      duration: seconds[window],
    };
    const memory = new RateLimiterMemory(options);
    if (redis === null) return memory;
    return new RateLimiterRedis({
      ...options,
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  };
  return { minute: open('minute'), day: open('day') };
}
