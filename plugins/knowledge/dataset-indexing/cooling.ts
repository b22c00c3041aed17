import { currentTime, isPlatformError, TransientMap } from '#kernel';
import { CoolingError, MAX_ASKED_WAIT } from './failures.ts';

interface Rest {
  readonly until: number;
  readonly reason: string;
}

/**
 * Models that said after how long they want to be asked again are left alone until then, by all documents of the workspace
 * in this process: each of them would only be told the same.
 */
export class Cooling {
  readonly #resting = new TransientMap<string, Rest>();
  readonly #now: () => number;

  constructor(now: () => number = () => currentTime()) {
    this.#now = now;
  }

  async unlessCooling<T>(of: readonly string[], ask: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(of);
    const rest = this.#resting.get(key);
    const left = rest === undefined ? 0 : rest.until - this.#now();
    if (rest !== undefined && left > 0) throw new CoolingError(left, rest.reason);
    try {
      const answer = await ask();
      this.#resting.delete(key);
      return answer;
    } catch (error) {
      const asked = isPlatformError(error) ? error.details?.retry_after_ms : undefined;
      if (typeof asked === 'number' && asked > 0 && isPlatformError(error)) {
        this.#resting.set(key, { until: this.#now() + Math.min(asked, MAX_ASKED_WAIT), reason: error.message });
      }
      throw error;
    }
  }
}
