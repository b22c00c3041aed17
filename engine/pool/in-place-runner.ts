import { openInPlaceLink } from './in-place-link.ts';
import { type PoolOptions, PoolRunner } from './pool-runner.ts';

/** A `Runner` without threads: the same events through the same protocol. `engine.threads: 0`, tests, debuggers. */
export function createInPlaceRunner(options: Omit<PoolOptions, 'openLink' | 'threads'>): PoolRunner {
  return new PoolRunner({ ...options, threads: 1, openLink: openInPlaceLink });
}
