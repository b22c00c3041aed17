import { PlatformError } from '../../kernel/index.ts';
import type { Counters, Window } from './counters.ts';

/** Refusals kept in memory, so that they ask nobody. */
const CAPACITY = 50_000;

/** An amount somebody may use within a window. */
export interface Quota {
  readonly window: Window;
  /** Whose: `app:…`, `workspace:…`. */
  readonly key: string;
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
  readonly #refusals = new Map<string, Refusal>();

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
    const { used, left } = await this.#counters.add(quota.window, quota.key);
    return this.#standing(quota, { isRefused: used > quota.limit, used, left });
  }

  /** Whether anything is left, without taking it: for what is known only afterwards. */
  async look(quota: Quota): Promise<Standing> {
    const refusal = this.refusal(quota);
    if (refusal !== undefined) return refusal;
    const { used, left } = (await this.#counters.peek(quota.window, quota.key)) ?? { used: 0, left: 0 };
    return this.#standing(quota, { isRefused: used >= quota.limit, used, left });
  }

  /** How much is used in the window that goes on. */
  async used(window: Window, key: string): Promise<number> {
    return (await this.#counters.peek(window, key))?.used ?? 0;
  }

  /** Counts what was used meanwhile. */
  async spend(quota: Quota, amount: number): Promise<void> {
    if (amount <= 0) return;
    const { used, left } = await this.#counters.add(quota.window, quota.key, amount);
    this.#standing(quota, { isRefused: used >= quota.limit, used, left });
  }

  #standing(quota: Quota, count: { isRefused: boolean; used: number; left: number }): Standing {
    const { isRefused, used } = count;
    const left = Math.max(count.left, 1);
    // Also by who took the last of it: the next one is refused in any case.
    if (used >= quota.limit) this.#note(idOf(quota), { limit: quota.limit, until: performance.now() + left });
    return { quota, isRefused, remaining: Math.max(0, quota.limit - used), left };
  }

  #note(id: string, refusal: Refusal): void {
    this.#refusals.delete(id);
    this.#refusals.set(id, refusal);
    if (this.#refusals.size <= CAPACITY) return;
    const [oldest] = this.#refusals.keys();
    if (oldest !== undefined) this.#refusals.delete(oldest);
  }
}

/** None where there is no limit. */
export function quota(window: Window, key: string, limit: number | null, rule: string): Quota[] {
  return limit === null ? [] : [{ window, key, limit, rule }];
}

function idOf({ window, key }: Quota): string {
  return `${window}:${key}`;
}

/** Beyond the minute's amount `too_many_requests`, beyond the day's `rate_limit_error` (runtime API, rate limiting). */
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
