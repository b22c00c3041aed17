import { flushCompileCache } from 'node:module';
import { withBytes, withTexts } from '#engine/pool/message-codec.ts';
import type { FromWorker, ToWorker } from '#engine/pool/protocol.ts';
import type { ThreadTask } from '#engine/pool/thread-task.ts';
import { joinClock } from '#kernel';

/**
 * The one long-lived task of an engine thread. Messages wait in the port until the modules are loaded. It never
 * ends by itself, and survives whatever a node forgot to catch in a promise; main terminates the thread.
 */
export async function serveRuns({ port, setup, clock, compileCache }: ThreadTask): Promise<void> {
  joinClock(clock);
  const send = (given: FromWorker): void => {
    const { message, transfer } = withBytes(given);
    port.postMessage(message, transfer);
  };
  process.on('unhandledRejection', (reason: unknown) => {
    const stack = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    send({ kind: 'problem', message: 'A promise of an engine thread was rejected and nobody caught it.', stack });
  });
  const { openThreadCore } = await import('./thread-core.ts');
  const core = await openThreadCore(setup, send);
  if (compileCache !== undefined) flushCompileCache();
  port.on('message', (messages: readonly ToWorker[]) => {
    for (const message of messages) core.receive(withTexts(message));
  });
  await new Promise<never>(() => undefined);
}
