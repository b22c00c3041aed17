import { currentTime } from '#kernel';
/** Time, as a run sees it. Tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never jump, for durations. */
  monotonic(): number;
  /** Calls back once, unless cancelled before. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: currentTime,
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** Seconds between two monotonic times, to the microsecond. */
export function secondsBetween(from: number, to: number): number {
  return Math.round(Math.max(0, to - from) * 1000) / 1_000_000;
}
