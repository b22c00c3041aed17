import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server.ts';

/** The most memory a server has, in MB, of what is seen ten times a second until the signal aborts. */
export async function peakMemory(server: Server, signal: AbortSignal): Promise<number> {
  let highest = 0;
  while (!signal.aborted) {
    highest = Math.max(highest, await server.memory());
    await pause(100);
  }
  return highest;
}
