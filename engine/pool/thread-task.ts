import type { MessagePort } from 'node:worker_threads';
import type { ThreadSetup } from './protocol.ts';

/** What the one task of an engine thread receives. */
export interface ThreadTask {
  readonly port: MessagePort;
  readonly setup: ThreadSetup;
  /** Of the kernel: the time is the same in all threads. */
  readonly clock: SharedArrayBuffer;
  /** Folder of the main thread's compile cache; threads don't inherit it. Saves a thread time and memory. */
  readonly compileCache: string | undefined;
}
