import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { serialize } from 'node:v8';
import { AnswerReader, type AnswerRules, answerPipe, type PlainReply, taskHeadBytes } from './answer-frames.ts';
import { pipeOf } from './child-pipe.ts';
import type { ConfinedStarter } from './contract.ts';
import { residentMemory } from './process-memory.ts';
import { type ConfinedTask, processNeed } from './process-need.ts';

export interface ProcessLimits {
  /** Milliseconds one task may take. */
  readonly timeMs: number;
  /** Memory of one task, beyond what an idle process holds. */
  readonly memoryMb: number;
  /** Bytes of an answer; a process that sends more is ended. */
  readonly replyBytes: number;
}

/** What the module of a process answers: what it was asked for, or one of its reasons. */
export type ConfinedReply<Content extends string | Uint8Array, Reason extends string> =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly reason: Reason; readonly message: string };

/** How a process ended instead of answering. */
export type ProcessEnd = 'too-slow' | 'too-large' | 'stopped' | 'died';

/** Megabytes an idle process holds, its readers loaded. */
const idleMb = 128;
/** Milliseconds a process may take to start; they don't count as the document's. */
const startMs = 60_000;
/** Milliseconds between two looks at its memory. */
const watchMs = 50;

/**
 * One process that reads what users sent, one thing at a time and of one owner (a workspace, an account) only: what a
 * hostile document might leave behind meets no other owner's. Killed at the limits, and when it says anything but one
 * proper answer to each task; whoever has it makes a new one.
 */
export class ConfinedProcess<Task extends object, Reply extends PlainReply> {
  readonly owner: string;
  readonly #limits: ProcessLimits;
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #ended = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #answer: ((reply: Reply) => void) | undefined;
  #end: ProcessEnd | undefined;
  /** When the last task ended, by the monotonic clock. */
  idleSince = performance.now();

  constructor(owner: string, task: ConfinedTask, limits: ProcessLimits, starter: ConfinedStarter) {
    this.owner = owner;
    this.#limits = limits;
    const { program, args, ended } = starter.command(processNeed(task, limits.memoryMb));
    this.#child = spawn(program, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    // One that could not be started has no exit, and where descriptors have run out no pipe either.
    this.#child.once('error', () => {
      ended();
      this.#die();
    });
    this.#pipe = pipeOf(this.#child, answerPipe);
    // Waiting for work keeps nobody from stopping.
    this.#hold(false);
    this.#listen({ ...task, replyBytes: limits.replyBytes });
    this.#child.once('exit', (code, signal) => {
      ended();
      // Node ends itself with SIGABRT (134 behind a shell) when its heap is full.
      if (signal === 'SIGABRT' || code === 134) this.#end ??= 'too-large';
      this.#die();
    });
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  async run(task: Task, signal: AbortSignal): Promise<Reply | ProcessEnd> {
    const stop = () => this.#kill('stopped');
    const watch = setInterval(() => this.#watch(), watchMs);
    this.#hold(true);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#within(startMs, 'died', this.#ready.promise);
      return this.#end ?? (await this.#within(this.#limits.timeMs, 'too-slow', this.#ask(task)));
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      this.#hold(false);
      this.idleSince = performance.now();
    }
  }

  close(): Promise<void> {
    this.#kill('stopped');
    return this.#ended.promise;
  }

  #ask(task: Task): Promise<Reply> {
    // The bytes of a document are not copied: that takes as long as reading many a document.
    const { bytes, ...rest } = task as Task & { readonly bytes?: unknown };
    const isApart = bytes instanceof Uint8Array && bytes.length > 0;
    const content = serialize(isApart ? rest : task);
    const head = Buffer.alloc(taskHeadBytes);
    head.writeUInt32LE(content.length);
    head.writeUInt32LE(isApart ? bytes.length : 0, 4);
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#pipe.write(head);
      this.#pipe.write(content);
      if (isApart) this.#pipe.write(bytes);
    });
  }

  #listen(rules: AnswerRules): void {
    const reader = new AnswerReader(rules);
    this.#pipe.on('data', (chunk: Buffer) => {
      try {
        for (const answer of reader.push(chunk)) this.#hear(answer);
      } catch {
        this.#pipe.destroy();
        this.#kill('died');
      }
    });
    // A process that is killed resets its pipe; its exit tells.
    this.#pipe.on('error', () => undefined);
  }

  /** First that it is ready, then one answer to each task. */
  #hear(answer: PlainReply | 'ready'): void {
    if (answer === 'ready' && !this.#isReady) {
      this.#isReady = true;
      this.#ready.resolve();
      return;
    }
    const given = this.#answer;
    this.#answer = undefined;
    if (answer === 'ready' || given === undefined) throw new Error('an answer nobody waits for');
    // The reader has looked at its content and its reason.
    given(answer as Reply);
  }

  /** What comes in time; otherwise how the process ended. */
  async #within<T>(milliseconds: number, end: ProcessEnd, work: Promise<T>): Promise<T | ProcessEnd> {
    const timer = setTimeout(() => this.#kill(end), milliseconds);
    try {
      return await Promise.race([work, this.#ended.promise.then(() => this.#end ?? 'died')]);
    } finally {
      clearTimeout(timer);
    }
  }

  #watch(): void {
    const bytes = this.#child.pid === undefined ? undefined : residentMemory(this.#child.pid);
    if (bytes !== undefined && bytes > (this.#limits.memoryMb + idleMb) * 1024 * 1024) this.#kill('too-large');
  }

  /** Whether the server waits for it before it stops. */
  #hold(isHeld: boolean): void {
    const pipe = this.#pipe as Duplex & { ref?(): void; unref?(): void };
    if (isHeld) pipe.ref?.();
    else pipe.unref?.();
    if (!isHeld) this.#child.unref();
  }

  #kill(end: ProcessEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#child.ref();
    this.#child.kill('SIGKILL');
  }

  #die(): void {
    this.#end ??= 'died';
    this.#ended.resolve();
  }
}
