import type { RunEvent } from '#engine';
import type { Token } from '#kernel';
import type { Clock } from './clock.ts';

/** What a run needs of its surroundings. */
export interface RunHost {
  /** Takes events in order: all of one synchronous burst at once. The last one is `run-finished`; nothing follows. */
  emit(events: readonly RunEvent[]): void;
  /** Asks the main thread in the name of the run. */
  call(hostCall: string, input: unknown): Promise<unknown>;
  /** Resolves when everything that was emitted is durable; absent where nothing is kept. */
  persisted?(): Promise<unknown>;
  /** A service of the thread. Throws when there is none. */
  service<T>(token: Token<T>): T;
  /** Bytes of a conversation value; default: the usual limit. */
  readonly variableBytes?: number;
  /** Default: the system's. */
  readonly clock?: Clock;
}
