import type { RunLimits } from '#engine';
import type { Clock } from '#engine/run/clock.ts';

/**
 * Watches how far a run goes (app DSL, commands, stop and pause). Its time counts from here: a resumed run has all of
 * it again.
 */
export class LimitWatch {
  readonly #clock: Clock;
  readonly #limits: RunLimits;
  readonly #since: number;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, limits: RunLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#since = clock.monotonic();
  }

  /** Why a run is over that has started so many nodes; null while it is not. */
  exceeded(starts: number, now = this.#clock.monotonic()): string | null {
    const { maxSteps, maxSeconds, secondsSetting } = this.#limits;
    if (starts > maxSteps) return `Maximum execution steps exceeded: ${starts} > ${maxSteps} (WEFT_MAX_STEPS)`;
    const seconds = (now - this.#since) / 1000;
    if (maxSeconds === null || seconds <= maxSeconds) return null;
    return `Maximum execution time exceeded: ${seconds.toFixed(2)} s > ${maxSeconds} s${secondsSetting === undefined ? '' : ` (${secondsSetting})`}`;
  }

  /** A node that hangs must not outlive the time limit: calls back when it is reached. */
  watch(onLate: () => void): void {
    const { maxSeconds } = this.#limits;
    if (maxSeconds === null || this.#cancel !== null) return;
    const left = maxSeconds * 1000 - (this.#clock.monotonic() - this.#since);
    this.#cancel = this.#clock.after(Math.max(left, 0) + 1, () => {
      this.#cancel = null;
      onLate();
    });
  }

  cancel(): void {
    this.#cancel?.();
  }
}
