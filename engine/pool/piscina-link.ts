import { getCompileCacheDir } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { shareClock } from '#kernel';
import { encodeError } from './error-codec.ts';
import { withBytes, withTexts } from './message-codec.ts';
import type { FromWorker, ThreadSetup, ToWorker } from './protocol.ts';
import type { LinkListener, OpenLink, ThreadLink } from './thread-link.ts';
import type { ThreadTask } from './thread-task.ts';

export interface ThreadOptions {
  /** Old-generation heap of each thread, in MB; exceeding it ends the thread (but see `youngMb`). */
  readonly heapMb: number;
}

/**
 * Of each thread's heap: a third is one of its halves. To a thread that reaches its limit Node gives 16 MB more to end in; a
 * half may become old in one collection, and where it is larger V8 aborts the whole process instead (decision 0106).
 */
const youngMb = 48;

const entry = new URL('../worker/start-thread.mjs', import.meta.url).href;

/**
 * Threads are piscina pools of one, each with one long-lived task that owns a port and multiplexes runs. A pool each,
 * because a thread must be drained, replaced or killed alone, and piscina's only handle on a single worker is an
 * AbortSignal, which makes the worker exclusive. `atomics: 'disabled'`: the default parks the worker's loop.
 */
export function openPiscinaLinks(options: ThreadOptions): OpenLink {
  return (setup, listener) => openLink(options, setup, listener);
}

function openLink(options: ThreadOptions, setup: ThreadSetup, listener: LinkListener): ThreadLink {
  const pool = new Piscina({
    filename: entry,
    name: 'serve',
    minThreads: 1,
    maxThreads: 1,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: youngMb },
  });
  const { port1, port2 } = new MessageChannel();
  let isOpen = true;
  const end = async (): Promise<void> => {
    isOpen = false;
    port1.close();
    await pool.destroy();
  };
  const die = (reason: string): void => {
    if (!isOpen) return;
    // What the thread said before it died still counts: a run may have ended.
    for (let last = receiveMessageOnPort(port1); last !== undefined; last = receiveMessageOnPort(port1)) {
      listener.onMessage(withTexts(last.message));
    }
    void end();
    listener.onDeath(reason);
  };
  // Without a listener a thread that dies before its task has started would be an uncaught error of the process.
  pool.on('error', (error: unknown) => die(describe(error)));
  port1.on('message', (message: FromWorker) => {
    if (isOpen) listener.onMessage(withTexts(message));
  });
  const task: ThreadTask = { port: port2, setup, clock: shareClock(), compileCache: getCompileCacheDir() };
  pool.run(task, { transferList: [port2] }).then(
    () => die('its task ended'),
    (error: unknown) => die(describe(error)),
  );
  // Waking a thread costs more than what it is told: messages of one turn go together.
  let outbox: ToWorker[] = [];
  const flush = (): void => {
    const parcels = outbox.map(withBytes);
    const messages = parcels.map(({ message }) => message);
    outbox = [];
    if (!isOpen) return;
    try {
      port1.postMessage(
        messages,
        parcels.flatMap(({ transfer }) => transfer),
      );
    } catch {
      for (const message of messages) postAlone(port1, message);
    }
  };
  return {
    post(message: ToWorker): void {
      if (!isOpen) return;
      if (outbox.push(message) === 1) setImmediate(flush);
    },
    terminate: () => (isOpen ? end() : Promise.resolve()),
  };
}

/** One answer of a host call that can't be cloned must not take the rest of its turn with it. */
function postAlone(port: MessagePort, message: ToWorker): void {
  try {
    port.postMessage([message]);
  } catch (error) {
    if (message.kind !== 'reply') throw error;
    const fallback = {
      code: 'engine.host_call_failed',
      message: 'A host call answered with something that is not plain data.',
    };
    port.postMessage([{ kind: 'refuse', call: message.call, error: encodeError(error, fallback) } satisfies ToWorker]);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
