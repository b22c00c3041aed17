import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { type ConfinedStarter, pipeOf, residentMemory } from '#plugins/confined-processes/contract.ts';
import type { TierCall } from '#plugins/plugin-runner/contract.ts';
import { decodeRequest, encodeAnswer, mostRequestBytes, type SandboxResult } from '#plugins/sandbox/contract.ts';
import { type Frame, FrameReader, frame, fromChild, parted, pipeDescriptor, toChild } from './child/frames.ts';
import { brokenProtocol, mostEndBytes, outOfMemory, processEnded, readEnd, stopped, timedOut } from './ends.ts';
import { packageProcess } from './process-need.ts';

/** Milliseconds a process may take to start; they count as no call's. */
const startMs = 60_000;
/** Milliseconds between two looks at its memory. */
const watchMs = 50;
/** Milliseconds after which a process is ended that has calls only for which nobody waits. */
const graceMs = 1000;
const megabyte = 1024 * 1024;
/** Beside what it held when it was idle: compiled code, buffers of the pipe. */
const slackBytes = 64 * megabyte;
/** Questions and bytes of answers on their way; beyond them the process is not listened to. */
const mostOpen = 128;
const mostUnread = 32 * megabyte;
const mostQuestionBytes = 8 + mostRequestBytes;
const frames = { [fromChild.ready]: 0, [fromChild.ask]: mostQuestionBytes, [fromChild.end]: mostEndBytes };
/** How Node ends itself when its memory is full; behind a shell as numbers. */
const fullSignals = ['SIGABRT', 'SIGTRAP'];
const fullCodes = [133, 134];

interface AtWork {
  readonly call: TierCall;
  readonly settle: (result: SandboxResult) => void;
  readonly fail: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  questionsLeft: number;
  /** Nobody waits any more. */
  isStopped: boolean;
}

/**
 * A process with one package of one workspace, which several calls use at once. What it says is not trusted; a call beyond its
 * limits takes the process with it.
 */
export class NodeChild {
  readonly #process: ChildProcess;
  readonly #pipe: Duplex;
  readonly #onFree: () => void;
  readonly #calls = new Map<number, AtWork>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<void>();
  /** In milliseconds since the start of the server. */
  readonly startedAt = performance.now();
  /** Takes no more calls, and is to be ended when it has none. */
  isLeaving = false;
  /** When the last call ended, likewise. */
  idleSince = performance.now();
  #isReady = false;
  /** The signal or the exit code it ended with. */
  #how = 'it took too long';
  #isOver = false;
  #nextCall = 0;
  #open = 0;
  #idleBytes = 0;
  #watch: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;

  /** Starts one and gives it its code. `onFree` is called after each call. Throws `plugin-node.ended`. */
  static async start(
    starter: ConfinedStarter,
    { code, driver }: Pick<TierCall, 'code' | 'driver'>,
    heapMb: number,
    onFree: () => void,
  ): Promise<NodeChild> {
    const child = new NodeChild(starter, heapMb, onFree);
    const timer = setTimeout(() => child.#end(), startMs);
    await Promise.race([child.#ready.promise, child.#ended.promise]);
    clearTimeout(timer);
    if (child.#isOver) throw processEnded(`it could not be started (${child.#how})`);
    const first = Buffer.from(driver);
    child.#pipe.write(frame(toChild.load, [first.length], first, Buffer.from(code)));
    return child;
  }

  private constructor(starter: ConfinedStarter, heapMb: number, onFree: () => void) {
    this.#onFree = onFree;
    const { program, args, ended } = starter.command(packageProcess(heapMb));
    this.#process = spawn(program, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    this.#pipe = pipeOf(this.#process, pipeDescriptor);
    // A process that is killed resets its pipe; its exit tells.
    this.#pipe.on('error', () => undefined);
    this.#listen(new FrameReader(frames));
    const over = (code: number | null, signal: string | null) => {
      ended();
      this.#exited(code, signal);
    };
    // One that could not be started has no exit.
    this.#process.once('error', () => over(null, null));
    this.#process.once('exit', over);
    this.#hold(false);
  }

  /** Calls at work, also those nobody waits for. */
  get calls(): number {
    return this.#calls.size;
  }

  get takesCalls(): boolean {
    return !this.#isOver && !this.isLeaving;
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Throws `plugin-node.ended` when the process ends through no doing of this call. */
  run(call: TierCall): Promise<SandboxResult> {
    if (this.#isOver) return Promise.reject(processEnded('it is gone'));
    if (call.signal.aborted) return Promise.resolve(stopped);
    const id = this.#nextCall++;
    const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
    const { timeMs, requests } = call.limits;
    const timer = setTimeout(() => this.#overTime(id), timeMs);
    const stop = () => this.#stop(id);
    call.signal.addEventListener('abort', stop, { once: true });
    const work = { call, settle: resolve, fail: reject, timer, questionsLeft: requests, isStopped: false };
    this.#calls.set(id, work);
    if (this.#calls.size === 1) this.#begin();
    this.#pipe.write(frame(toChild.call, [id], Buffer.from(call.input)));
    return promise.finally(() => call.signal.removeEventListener('abort', stop));
  }

  close(): Promise<void> {
    this.#end('it was closed');
    return this.#ended.promise;
  }

  #begin(): void {
    this.#hold(true);
    this.#watch = setInterval(() => this.#look(), watchMs);
  }

  #listen(reader: FrameReader): void {
    this.#pipe.on('data', (chunk: Buffer) => {
      try {
        for (const each of reader.push(chunk)) if (!this.#isOver) this.#hear(each);
      } catch {
        this.#breakOff();
      }
    });
  }

  #hear({ kind, payload }: Frame): void {
    if (kind === fromChild.ready && !this.#isReady) {
      this.#isReady = true;
      this.#idleBytes = this.#resident();
      this.#ready.resolve();
      return;
    }
    const work = kind === fromChild.ask ? this.#asked(payload) : kind === fromChild.end ? this.#said(payload) : false;
    if (!work) this.#breakOff();
  }

  /** False: no process of ours says that. */
  #said(payload: Buffer): boolean {
    const end = readEnd(payload);
    const work = end === null ? undefined : this.#calls.get(end.id);
    if (end === null || work === undefined) return false;
    if (!end.isUsable) this.isLeaving = true;
    const { result } = end;
    const isFull = !result.ok && result.type === 'OutOfMemory';
    const { memoryMb } = work.call.limits;
    this.#finish(end.id, (each) => each.settle(isFull ? { ...outOfMemory(memoryMb), logs: result.logs } : result));
    return true;
  }

  #asked(payload: Buffer): boolean {
    const { words: [id = 0, question = 0] = [], rest } = parted(payload, 2) ?? {};
    const work = this.#calls.get(id);
    if (rest === undefined || work === undefined) return false;
    void this.#answer(work, [id, question], rest);
    return true;
  }

  async #answer(work: AtWork, place: readonly number[], request: Buffer): Promise<void> {
    this.#open += 1;
    this.#balance();
    const answer = await this.#ask(work, request);
    if (answer === null) return this.#breakOff();
    if (this.#isOver) return;
    this.#pipe.write(frame(toChild.answer, place, encodeAnswer(answer)), () => {
      this.#open -= 1;
      this.#balance();
    });
    this.#balance();
  }

  #ask(work: AtWork, request: Buffer): ReturnType<TierCall['ask']> {
    const refused = (message: string) => Promise.resolve({ ok: false, kind: 'connection', message } as const);
    if (work.isStopped) return refused('the call was stopped');
    if (--work.questionsLeft < 0) return refused(`a call may ask ${work.call.limits.requests} times`);
    return work.call.ask(() => decodeRequest(request)).catch(() => refused('the server failed to answer'));
  }

  /** A process that asks faster than it reads waits. */
  #balance(): void {
    const isFull = this.#open >= mostOpen || this.#pipe.writableLength > mostUnread;
    if (isFull) this.#pipe.pause();
    else if (this.#pipe.isPaused()) this.#pipe.resume();
  }

  #finish(id: number, tell: (work: AtWork) => void): void {
    const work = this.#calls.get(id);
    if (work === undefined) return;
    this.#calls.delete(id);
    clearTimeout(work.timer);
    tell(work);
    if (this.#calls.size > 0) this.#endForgotten();
    else this.#rest();
    this.#onFree();
  }

  #rest(): void {
    clearInterval(this.#watch);
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.idleSince = performance.now();
    this.#hold(false);
  }

  #overTime(id: number): void {
    const timeMs = this.#calls.get(id)?.call.limits.timeMs ?? 0;
    this.isLeaving = true;
    this.#finish(id, (work) => work.settle(timedOut(timeMs)));
    this.#end(`another call of it ran longer than ${timeMs / 1000} s`);
  }

  /** Its code can't be stopped alone: what else is at work goes on, and its time still counts. */
  #stop(id: number): void {
    const work = this.#calls.get(id);
    if (work === undefined) return;
    work.isStopped = true;
    work.settle(stopped);
    this.#endForgotten();
  }

  /** Ends the process after a moment, when nobody waits for anything it does. */
  #endForgotten(): void {
    const isForgotten = () => [...this.#calls.values()].every(({ isStopped }) => isStopped);
    if (this.#grace !== undefined || !isForgotten()) return;
    this.#grace = setTimeout(() => {
      this.#grace = undefined;
      if (this.#calls.size > 0 && isForgotten()) this.#end();
    }, graceMs);
  }

  #resident(): number {
    return (this.#process.pid === undefined ? undefined : residentMemory(this.#process.pid)) ?? 0;
  }

  /** Twice what its calls were granted: what they have dropped is cleared away later. */
  #look(): void {
    const megabytes = [...this.#calls.values()].reduce((sum, { call }) => sum + call.limits.memoryMb, 0);
    if (this.#resident() <= this.#idleBytes + slackBytes + 2 * megabytes * megabyte) return;
    this.#full();
  }

  /** Which of its calls filled it, nobody knows. */
  #full(): void {
    this.#finishAll(({ settle, call }) => settle(outOfMemory(call.limits.memoryMb)));
    this.#end();
  }

  #breakOff(): void {
    this.#pipe.destroy();
    this.#finishAll(({ settle }) => settle(brokenProtocol));
    this.#end();
  }

  #finishAll(tell: (work: AtWork) => void): void {
    this.isLeaving = true;
    for (const id of [...this.#calls.keys()]) this.#finish(id, tell);
  }

  /** What is at work fails with this reason. */
  #end(why = 'it was ended'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#finishAll(({ fail }) => fail(processEnded(why)));
    this.#process.ref();
    this.#process.kill('SIGKILL');
  }

  #exited(code: number | null, signal: string | null): void {
    const isFull = fullSignals.includes(`${signal}`) || fullCodes.includes(code ?? 0);
    if (isFull) this.#finishAll(({ settle, call }) => settle(outOfMemory(call.limits.memoryMb)));
    if (!this.#isOver) this.#how = signal ?? `exit code ${code}`;
    this.#isOver = true;
    this.#finishAll(({ fail }) => fail(processEnded(this.#how)));
    this.#ended.resolve();
  }

  /** Whether the server waits for it before it stops. */
  #hold(isHeld: boolean): void {
    const pipe = this.#pipe as Duplex & { ref?(): void; unref?(): void };
    if (isHeld) pipe.ref?.();
    else pipe.unref?.();
    if (!isHeld) this.#process.unref();
  }
}
