import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { DayWindows } from './day-windows.ts';
import type { RedisConnection } from './redis-connection.ts';

export type Window = 'minute' | 'hour' | 'day';

/** How much of a window is used. */
export interface Count {
  readonly used: number;
  /** Milliseconds until the window is over. */
  readonly left: number;
}

/** Whose uses are counted. */
export interface Counted {
  readonly window: Window;
  readonly workspaceId: string;
  /** `app:…`, `workspace:…`. */
  readonly key: string;
}

/** Counts uses per key in windows that begin with the first use. */
export interface Counters {
  /** `amount` below 0: gives back. */
  add(counted: Counted, amount?: number): Promise<Count>;
  /** null: nothing was used. */
  peek(counted: Counted): Promise<Count | null>;
}

const seconds: Readonly<Record<Window, number>> = { minute: 60, hour: 3_600, day: 86_400 };

/**
 * In this process, or in Redis for all processes together. While Redis can't be reached each process counts for itself.
 * `days` keeps the windows of a day where there is no Redis.
 * What is too much is decided by whoever asks: a limit that changes keeps what was counted.
 */
export function openCounters(redis: RedisConnection | null, days: DayWindows): Counters {
  let opened: Promise<Limiters> | undefined;
  const limiters = () => {
    opened ??= openLimiters(redis);
    return opened;
  };
  return {
    async add({ window, workspaceId, key }, amount = 1) {
      if (redis === null && window === 'day') return days.add(workspaceId, key, amount);
      const { consumedPoints, msBeforeNext } = await (await limiters())[window].consume(key, amount);
      return { used: consumedPoints, left: msBeforeNext };
    },
    async peek({ window, workspaceId, key }) {
      if (redis === null && window === 'day') return days.peek(workspaceId, key);
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
  return { minute: open('minute'), hour: open('hour'), day: open('day') };
}
