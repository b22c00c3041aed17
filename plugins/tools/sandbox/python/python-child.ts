import { constants } from 'node:os';
import { PlatformError } from '#kernel';
import type { Ask } from '#plugins/sandbox/code-network.ts';
import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import { decodeRequest, encodeAnswer } from '#plugins/sandbox/network-wire.ts';
import type { SandboxLimits } from '#plugins/sandbox/protocol.ts';
import { decodeAnswer, encodeCall } from './call-wire.ts';
import { type ChildExit, ConfinedProcess, type Launch } from './child-process.ts';
import type { Frame } from './frame-reader.ts';
import { frameKinds, tamperedExit, tamperedMessage } from './messages.ts';

const bootMs = 60_000;
/** Seconds of processor time, at the lowest priority of a busy machine. */
const makingMs = 10 * 60_000;
const restMs = 5000;
const watchMs = 100;
/** What a child has resident before its first call, generously: the engine, the interpreter's code, two images. */
const ownBytes = 400 * 1024 * 1024;

export interface PythonTask {
  readonly code: string;
  readonly input: string;
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
  readonly ask: Ask;
}

/** A process that runs Python for one workspace, one call after another, until something ends it. */
export class PythonChild {
  readonly #process: ConfinedProcess;
  /** Whose code it has run; no other workspace's may follow. */
  workspaceId: string | undefined;
  isBusy = false;
  /** When the last call ended, by the monotonic clock. */
  idleSince = performance.now();

  private constructor(process: ConfinedProcess) {
    this.#process = process;
  }

  /** Starts a child and waits until it serves; throws with what it said when it doesn't. */
  static async start(launch: Launch): Promise<PythonChild> {
    const process = await ConfinedProcess.start(launch);
    const first = await within(process, bootMs);
    if (isFrame(first) && first.kind === frameKinds.ready) return new PythonChild(process);
    process.kill();
    throw new Error(describeExit(first));
  }

  get isAlive(): boolean {
    return this.#process.isAlive;
  }

  /** Throws `sandbox.process_died` when something from outside ended it. Afterwards the child serves again, or is dead. */
  async run(task: PythonTask): Promise<SandboxResult> {
    const watch = new Watch(this.#process, task);
    try {
      this.#process.send(encodeCall(task));
      for (;;) {
        const next = await this.#process.next();
        if (!isFrame(next)) return watch.verdict ?? ended(next);
        if (next.kind !== frameKinds.network) return this.#finish(next, task);
        const isAnswered = await Promise.race([this.#answer(next, task.ask), watch.killed]);
        if (isAnswered === false) return this.#refuseFrame();
      }
    } finally {
      watch.stop();
    }
  }

  /** After a call: waits until nothing of it is left. A child that can't forget is ended. */
  async rest(): Promise<void> {
    const next = await within(this.#process, restMs);
    if (!isFrame(next) || next.kind !== frameKinds.ready) this.#process.kill();
    this.idleSince = performance.now();
  }

  close(): void {
    this.#process.kill();
  }

  #finish(answer: Frame, { limits }: PythonTask): SandboxResult {
    const isAnswer = answer.kind === frameKinds.answer || answer.kind === frameKinds.last;
    const result = isAnswer ? decodeAnswer(answer.payload, limits) : null;
    if (result === null) return this.#refuseFrame();
    if (answer.kind === frameKinds.last) this.#process.kill();
    return !result.ok && result.type === 'OutOfMemory' ? { ...outOfMemory(limits), logs: result.logs } : result;
  }

  /** Nothing more is read of a child that has sent what no child of ours sends. */
  #refuseFrame(): SandboxResult {
    this.#process.kill();
    return brokenProtocol;
  }

  /** False when the frame is no request; nothing of it is read before the network is known to be allowed. */
  async #answer({ payload }: Frame, ask: Ask): Promise<boolean> {
    const answer = await ask(() => decodeRequest(payload));
    if (answer !== null) this.#process.send(encodeAnswer(answer));
    return answer !== null;
  }
}

/** Kills the child at a limit and remembers which. */
class Watch {
  verdict: SandboxResult | undefined;
  /** Resolves when a limit has ended the child: what it has asked for is not waited for. */
  readonly killed: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  readonly #sampler: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;

  constructor(process: ConfinedProcess, { limits, signal }: PythonTask) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.killed = promise;
    const kill = (verdict: SandboxResult) => {
      this.verdict ??= verdict;
      process.kill();
      resolve();
    };
    this.#signal = signal;
    const onAbort = () => kill(refuse('Stopped', 'the run ended while its code was running'));
    this.#onAbort = onAbort;
    this.#timer = setTimeout(
      () => kill(refuse('Timeout', `the code ran longer than ${limits.timeMs / 1000} s and was stopped`)),
      limits.timeMs,
    );
    const maximum = ownBytes + 2 * limits.memoryMb * 1024 * 1024;
    this.#sampler = setInterval(() => {
      if (process.memoryBytes() > maximum) kill(outOfMemory(limits));
    }, watchMs);
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#sampler);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}

/** What the process sends next; it is killed when that takes too long. */
async function within(process: ConfinedProcess, milliseconds: number): Promise<Frame | ChildExit> {
  const timer = setTimeout(() => process.kill(), milliseconds);
  const next = await process.next();
  clearTimeout(timer);
  return next;
}

/** A child that makes the memory image and ends. */
export class ImageMaking {
  readonly #process: ConfinedProcess;

  private constructor(process: ConfinedProcess) {
    this.#process = process;
  }

  static async start(launch: Launch): Promise<ImageMaking> {
    return new ImageMaking(await ConfinedProcess.start(launch));
  }

  /** Throws with what the child said when it can't make one. */
  async image(): Promise<Uint8Array> {
    const first = await within(this.#process, makingMs);
    this.#process.kill();
    if (isFrame(first) && first.kind === frameKinds.image) return first.payload;
    throw new Error(describeExit(first));
  }

  /** Nobody waits for it: everything else comes first. */
  yieldToOthers(): void {
    this.#process.setPriority(constants.priority.PRIORITY_LOW);
  }

  /** Somebody waits now. Only an administrator's server can take a low priority back; another one waits longer. */
  hurry(): void {
    this.#process.setPriority(constants.priority.PRIORITY_NORMAL);
  }

  kill(): void {
    this.#process.kill();
  }
}

function isFrame(next: Frame | ChildExit): next is Frame {
  return 'kind' in next;
}

function describeExit(exit: Frame | ChildExit): string {
  if (isFrame(exit)) return 'the process sent something unexpected';
  const how = exit.signal === null ? `exit code ${exit.code}` : exit.signal;
  return exit.errors === '' ? `the process ended (${how})` : exit.errors.trim();
}

const brokenProtocol = refuse('CodeError', 'the code broke the protocol of its sandbox');

/** What the end of a process in the middle of a call means: too much memory, `os._exit` of the code, or a kill from outside. */
export function ended({ code, signal, errors, isRefused }: ChildExit): SandboxResult {
  if (isRefused === true) return brokenProtocol;
  if (/out of memory|allocation failed|bad_alloc/i.test(errors)) {
    return refuse('OutOfMemory', 'the code needed more memory than its process may have');
  }
  if (code === tamperedExit) return refuse('CodeError', tamperedMessage);
  if (signal === null) return refuse('CodeError', `the code ended its process (exit code ${code})`);
  const message = `The process that ran the code of a code node ended unexpectedly (${signal}). Try again; if it stays, look whether the machine is short of memory.`;
  throw new PlatformError('unavailable', 'sandbox.process_died', message);
}

function outOfMemory(limits: SandboxLimits): Extract<SandboxResult, { ok: false }> {
  return refuse('OutOfMemory', `the code needed more than ${limits.memoryMb} MB of memory`);
}

function refuse(type: string, message: string): Extract<SandboxResult, { ok: false }> {
  return { ok: false, type, message, logs: [] };
}
