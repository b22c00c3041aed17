import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { PlatformError } from '#kernel';
import type { Ask } from './code-network.ts';
import type { SandboxResult } from './contract.ts';
import { decodeRequest } from './network-wire.ts';
import type { SandboxLimits, SandboxTask } from './protocol.ts';

/** A thread that doesn't answer this long after the limit is stuck in a builtin that asks no questions: it is killed. */
const graceMs = 1000;
/** What a call prints is cut far earlier. */
const mostLines = 10_000;

/**
 * One thread of the sandbox, replaced when it is killed. A pool of one: an abort signal ends exactly the thread that
 * runs the task, and nothing else shares it.
 */
export class SandboxThread {
  readonly #pool: Piscina;
  isBusy = false;
  /** When the last call ended, by the monotonic clock. */
  idleSince = performance.now();

  constructor() {
    this.#pool = new Piscina({
      filename: new URL('./worker/run.ts', import.meta.url).href,
      name: 'run',
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 },
      env: {},
      recordTiming: false,
    });
    // A thread that dies while idle is replaced by the pool; during a task the task reports it.
    this.#pool.on('error', () => undefined);
  }

  /** Answers with what the code returned or why it failed; throws `sandbox.process_died`. */
  async run(task: Omit<SandboxTask, 'network'>, signal: AbortSignal, ask: Ask): Promise<SandboxResult> {
    const { port1: own, port2: network } = new MessageChannel();
    const killer = new AbortController();
    const kill = () => killer.abort();
    let isMalformed = false;
    serve(own, ask, () => {
      isMalformed = true;
      kill();
    });
    const timer = setTimeout(kill, task.limits.timeMs + graceMs);
    signal.addEventListener('abort', kill, { once: true });
    try {
      const options = { signal: killer.signal, transferList: [network] };
      const result = readResult(await this.#pool.run({ ...task, network }, options), task.limits);
      return isMalformed || result === null ? brokenProtocol : result;
    } catch (error) {
      if (isMalformed) return brokenProtocol;
      if (signal.aborted) return refuse('Stopped', 'the run ended while its code was running');
      if (killer.signal.aborted) {
        return refuse('Timeout', `the code ran longer than ${task.limits.timeMs / 1000} s and was stopped`);
      }
      return died(task, error);
    } finally {
      own.close();
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/**
 * Answers what the code asks of the network. Messages: `{ id, request }`, answered by `{ id, answer }`. The first that is
 * malformed ends it.
 */
export function serve(port: MessagePort, ask: Ask, onMalformed: () => void): void {
  port.on('message', async (message: unknown) => {
    const { id, request } = (message ?? {}) as { readonly id?: unknown; readonly request?: unknown };
    const isFrame = Number.isSafeInteger(id) && request instanceof Uint8Array;
    const answer = isFrame ? await ask(() => decodeRequest(request)) : null;
    if (answer !== null) return port.postMessage({ id, answer });
    port.close();
    onMalformed();
  });
  port.unref();
}

/** What a thread has answered; null when it is no result, or beyond the limits. The result's JSON is not parsed here. */
export function readResult(value: unknown, limits: SandboxLimits): SandboxResult | null {
  const { ok, output, type, message, logs } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(logs) || logs.length > mostLines || !logs.every((line) => typeof line === 'string')) return null;
  if (ok === true) {
    return typeof output === 'string' && output.length <= limits.outputChars ? { ok, output, logs } : null;
  }
  const isFailure = ok === false && typeof type === 'string' && typeof message === 'string';
  return isFailure ? { ok, type, message, logs } : null;
}

function died(task: Pick<SandboxTask, 'limits'>, error: unknown): SandboxResult {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? refuse('OutOfMemory', `the code needed more than ${task.limits.memoryMb} MB of memory`)
    : throwDied(error);
}

function throwDied(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The thread that ran the code of a code node ended unexpectedly (${reason}). Try again.`;
  throw new PlatformError('unavailable', 'sandbox.process_died', message, { cause: error });
}

const brokenProtocol = refuse('CodeError', 'the code broke the protocol of its sandbox');

function refuse(type: string, message: string): SandboxResult {
  return { ok: false, type, message, logs: [] };
}
