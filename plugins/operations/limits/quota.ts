import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';
import type { Counted, Counters } from './counters.ts';

/** Refusals kept in memory, so that they ask nobody. */
const CAPACITY = 50_000;

/** An amount somebody may use within a window. */
export interface Quota extends Counted {
  readonly limit: number;
  /** What the refused are told: "The app allows 5 requests per minute". */
  readonly rule: string;
}

/** Where somebody stands. */
export interface Standing {
  readonly quota: Quota;
  readonly isRefused: boolean;
  readonly remaining: number;
  /** Milliseconds until the window is over. */
  readonly left: number;
}

interface Refusal {
  readonly limit: number;
  readonly until: number;
}

/**
 * Takes from quotas. When nothing is left, whoever comes is refused from memory until the window is over, unless the
 * limit was raised meanwhile: however many come in vain, they cost nothing.
 */
export class Quotas {
  readonly #counters: Counters;
  readonly #refusals = new LRUCache<string, Refusal>({ max: CAPACITY });

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** The refusal that is still in force; undefined: it must be counted. */
  refusal(quota: Quota): Standing | undefined {
    const id = idOf(quota);
    const refusal = this.#refusals.get(id);
    if (refusal === undefined) return undefined;
    const left = refusal.until - performance.now();
    if (left <= 0 || quota.limit > refusal.limit) {
      this.#refusals.delete(id);
      return undefined;
    }
    return { quota, isRefused: true, remaining: 0, left };
  }

  /** Counts a use, also one that is too much. */
  async take(quota: Quota): Promise<Standing> {
    const refusal = this.refusal(quota);
    if (refusal !== undefined) return refusal;
    const { used, left } = await this.#counters.add(quota);
    return this.#standing(quota, { isRefused: used > quota.limit, used, left });
  }

  /** Counts several uses, or none where not all of them are left. */
  async takeAll(quota: Quota, amount: number): Promise<Standing> {
    const { used, left } = await this.#counters.add(quota, amount);
    if (used <= quota.limit) return this.#standing(quota, { isRefused: false, used, left });
    await this.giveBack(quota, amount);
    return this.#standing(quota, { isRefused: true, used: used - amount, left });
  }

  /** Uncounts what was taken and is not used. */
  async giveBack(quota: Quota, amount: number): Promise<void> {
    this.#refusals.delete(idOf(quota));
    await this.#counters.add(quota, -amount);
  }

  /** Whether anything is left, without taking it: for what is known only afterwards. */
  async look(quota: Quota): Promise<Standing> {
    const refusal = this.refusal(quota);
    if (refusal !== undefined) return refusal;
    const { used, left } = (await this.#counters.peek(quota)) ?? { used: 0, left: 0 };
    return this.#standing(quota, { isRefused: used >= quota.limit, used, left });
  }

  /** How much is used in the window that goes on. */
  async used(counted: Counted): Promise<number> {
    return (await this.#counters.peek(counted))?.used ?? 0;
  }

  /** Counts what was used meanwhile. */
  async spend(quota: Quota, amount: number): Promise<void> {
    if (amount <= 0) return;
    const { used, left } = await this.#counters.add(quota, amount);
    this.#standing(quota, { isRefused: used >= quota.limit, used, left });
  }

  #standing(quota: Quota, count: { isRefused: boolean; used: number; left: number }): Standing {
    const { isRefused, used } = count;
    const left = Math.max(count.left, 1);
    // Also by who took the last of it: the next one is refused in any case.
    if (used >= quota.limit) this.#refusals.set(idOf(quota), { limit: quota.limit, until: performance.now() + left });
    return { quota, isRefused, remaining: Math.max(0, quota.limit - used), left };
  }
}

/** None where there is no limit. */
export function quota(counted: Counted, limit: number | null, rule: string): Quota[] {
  return limit === null ? [] : [{ ...counted, limit, rule }];
}

function idOf({ window, key }: Quota): string {
  return `${window}:${key}`;
}

/** Beyond the minute's or the hour's amount `too_many_requests`, beyond the day's `rate_limit_error` (runtime API, rate limiting). */
export function refusalOf({ quota, left }: Standing): PlatformError {
  const retryAfter = secondsOf(left);
  const message = `${quota.rule}; try again in ${retryAfter} s.`;
  const told = { retryAfter, limit: quota.limit };
  if (quota.window === 'day') return new PlatformError('limited', 'limits.rate_limit_error', message, told);
  return new PlatformError('limited', 'limits.too_many_requests', message, told);
}

export function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}
