import { enableCompileCache, flushCompileCache } from 'node:module';
import type { FromWorker, ToWorker } from '../pool/protocol.ts';
import type { ThreadTask } from '../pool/thread-task.ts';

/**
 * The one long-lived task of an engine thread. Messages wait in the port until the modules are loaded. It never
 * ends by itself, and survives whatever a node forgot to catch in a promise; main terminates the thread.
 */
export async function serve({ port, setup, compileCache }: ThreadTask): Promise<void> {
  const send = (message: FromWorker): void => port.postMessage(message);
  process.on('unhandledRejection', (reason: unknown) => {
    const stack = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    send({ kind: 'problem', message: 'A promise of an engine thread was rejected and nobody caught it.', stack });
  });
  if (compileCache !== undefined) enableCompileCache(compileCache);
  const { openThreadCore } = await import('./thread-core.ts');
  const core = await openThreadCore(setup, send);
  if (compileCache !== undefined) flushCompileCache();
  port.on('message', (messages: readonly ToWorker[]) => {
    for (const message of messages) core.receive(message);
  });
  await new Promise<never>(() => undefined);
}
