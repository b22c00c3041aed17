import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between which others get their turn. */
const SLICE = 10;

/**
 * Long work on the main thread, in slices: `await slices.next()` between its pieces, each of which takes a few milliseconds at most,
 * lets others have their turn when it is time. What is one long piece belongs into a thread.
 */
export class Slices {
  #since = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
