import type { FromWorker, ThreadSetup, ToWorker } from './protocol.ts';

/** The wire to one engine thread. Threaded (`piscina-link.ts`) and in place (`in-place-link.ts`). */
export interface ThreadLink {
  post(message: ToWorker): void;
  /** Ends the thread at once, whatever it does. Not reported as a death. */
  terminate(): Promise<void>;
}

export interface LinkListener {
  /** Messages arrive in the order they were sent. */
  onMessage(message: FromWorker): void;
  /** The thread ended by itself: out of memory, an uncaught error, `process.exit`. Called at most once. */
  onDeath(reason: string): void;
}

export type OpenLink = (setup: ThreadSetup, listener: LinkListener) => ThreadLink;
