import { openPiscinaLinks, type ThreadOptions } from './piscina-link.ts';
import { type PoolOptions, PoolRunner } from './pool-runner.ts';

/** The `Runner` of a server: every run on one of `threads` worker threads. */
export function createThreadedRunner(options: Omit<PoolOptions, 'openLink'> & ThreadOptions): PoolRunner {
  return new PoolRunner({ ...options, openLink: openPiscinaLinks(options) });
}
