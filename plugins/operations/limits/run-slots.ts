import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from '#kernel';
import type { RedisConnection } from './redis-connection.ts';

/** Milliseconds after which the slots of a process that died are free again. */
const LEASE = 60_000;
const RENEWAL = 20_000;

/** Milliseconds Redis is not asked about a key that was full: others may give slots back, and nobody tells. */
const FULL = 500;
const CAPACITY = 50_000;

/** Redis' own clock counts, so that those of the processes need not agree. */
const ENTER = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('zadd', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return 1`;
const RENEW = `
local time = redis.call('time')
redis.call('zadd', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[2])`;

/** Counts what is in progress per key. */
export interface RunSlots {
  /** Takes a slot; null when there are `limit` already. The result gives it back, once. */
  enter(key: string, limit: number): Promise<(() => void) | null>;
  /** Whether, as far as this process knows, there are `limit` already. Asks nobody. */
  isFull(key: string, limit: number): boolean;
  close(): void;
}

/** In this process, or in Redis for all together; while Redis can't be reached each process counts for itself. */
export function openRunSlots(redis: RedisConnection | null, logger: Logger): RunSlots {
  const memory = new MemorySlots();
  return redis === null ? memory : new RedisSlots(redis, memory, logger);
}

class MemorySlots implements RunSlots {
  readonly #held = new Map<string, number>();

  async enter(key: string, limit: number): Promise<(() => void) | null> {
    return this.isFull(key, limit) ? null : this.hold(key);
  }

  /** Counts a slot, whatever the limit is. */
  hold(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    return once(() => {
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    });
  }

  isFull(key: string, limit: number): boolean {
    return (this.#held.get(key) ?? 0) >= limit;
  }

  close(): void {}
}

/**
 * A sorted set per key: slots by the time they expire unless their process renews them. Memory counts those of this
 * process all along: it goes on from there while Redis is lost, and tells a Redis that comes back, perhaps empty, of them.
 */
class RedisSlots implements RunSlots {
  readonly #redis: RedisConnection;
  readonly #memory: MemorySlots;
  readonly #logger: Logger;
  readonly #held = new Map<string, string>();
  /** Keys that were full: at which limit, and until when that is believed. */
  readonly #full = new LRUCache<string, { readonly limit: number; readonly until: number }>({ max: CAPACITY });
  readonly #timer: NodeJS.Timeout;

  constructor(redis: RedisConnection, memory: MemorySlots, logger: Logger) {
    this.#redis = redis;
    this.#memory = memory;
    this.#logger = logger;
    this.#timer = setInterval(this.#renew, RENEWAL);
    this.#timer.unref();
    redis.client.on('ready', this.#renew);
  }

  async enter(key: string, limit: number): Promise<(() => void) | null> {
    const set = `weft:limits:runs:${key}`;
    const slot = randomUUID();
    const leave = await this.#take(key, limit, { set, slot });
    if (leave === null) return null;
    this.#held.set(slot, set);
    return once(() => {
      leave();
      this.#held.delete(slot);
      this.#full.delete(key);
      this.#redis.client.zrem(set, slot).catch((error: unknown) => {
        this.#logger.debug({ err: error, key }, 'a slot is left to expire');
      });
    });
  }

  /** The result gives back what memory counted. */
  async #take(key: string, limit: number, { set, slot }: { set: string; slot: string }): Promise<(() => void) | null> {
    let entered: unknown;
    try {
      entered = await this.#redis.client.eval(ENTER, 1, set, slot, limit, LEASE);
    } catch {
      return this.#memory.enter(key, limit);
    }
    if (entered === 1) return this.#memory.hold(key);
    this.#noteFull(key, limit);
    return null;
  }

  isFull(key: string, limit: number): boolean {
    const full = this.#full.get(key);
    if (full !== undefined && (full.until <= performance.now() || full.limit < limit)) this.#full.delete(key);
    return this.#full.has(key) || this.#memory.isFull(key, limit);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#redis.client.off('ready', this.#renew);
  }

  #noteFull(key: string, limit: number): void {
    this.#full.set(key, { limit, until: performance.now() + FULL });
  }

  readonly #renew = (): void => {
    for (const [slot, set] of this.#held) {
      this.#redis.client.eval(RENEW, 1, set, slot, LEASE).catch((error: unknown) => {
        this.#logger.debug({ err: error }, 'a slot was not renewed');
      });
    }
  };
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
