import type { GraphReference, HostCall, RunCommand, RunRequest } from '#engine';
import { endsExecution, GIVEN_BACK } from '#engine';
import { PlatformError, TransientMap } from '#kernel';
import { ActiveRun, runOver } from './active-run.ts';
import { decodeError, encodeError } from './error-codec.ts';
import { failedRun } from './failed-run.ts';
import { GraphIndex, type GraphRoom } from './graph-index.ts';
import { HostCallPrefetch } from './host-call-prefetch.ts';
import type { FromWorker, PrefetchedAnswer, RunBatch, ThreadSetup } from './protocol.ts';
import type { OpenLink, ThreadLink } from './thread-link.ts';
import { Watchdog } from './watchdog.ts';

/** What a thread client needs of the process around it. */
export interface ThreadSurroundings {
  readonly openLink: OpenLink;
  readonly room: GraphRoom;
  /** Seconds without a sign of life after which a thread counts as blocked. */
  readonly blockedSeconds: number;
  readonly hostCall: (id: string) => HostCall | undefined;
  readonly report: (problem: { readonly message: string; readonly error?: unknown; readonly stack?: string }) => void;
  /** The thread is gone, its runs have been ended. */
  readonly onGone: (thread: ThreadClient, reason: string) => void;
  /** A run of the thread has ended by itself. */
  readonly onRunOver: (thread: ThreadClient) => void;
}

interface PendingCheck {
  resolve(warnings: readonly string[]): void;
  reject(error: unknown): void;
}

/** The main thread's side of one engine thread. */
export class ThreadClient {
  readonly #around: ThreadSurroundings;
  readonly #link: ThreadLink;
  readonly #graphIndex: GraphIndex;
  readonly #prefetch = new HostCallPrefetch();
  readonly #watchdog: Watchdog;
  readonly #runs = new TransientMap<number, ActiveRun>();
  readonly #checks = new TransientMap<number, PendingCheck>();
  #lastNumber = 0;
  #isGone = false;

  constructor(setup: ThreadSetup, around: ThreadSurroundings) {
    this.#around = around;
    this.#graphIndex = new GraphIndex(around.room);
    this.#watchdog = new Watchdog({
      seconds: around.blockedSeconds,
      ping: () => this.#link.post({ kind: 'ping' }),
      onBlocked: () => this.#onBlocked(),
    });
    this.#link = around.openLink(setup, {
      onMessage: (message) => this.#receive(message),
      onDeath: (reason) => this.#onDeath(reason),
    });
  }

  get active(): number {
    return this.#runs.size;
  }

  /** Runs of one workspace; goes through all of them. */
  activeOf(workspaceId: string): number {
    let count = 0;
    for (const run of this.#runs.values()) if (run.workspaceId === workspaceId) count += 1;
    return count;
  }

  /** Starts a run; returns how to command it. */
  start(request: RunRequest, deliver: ActiveRun['deliver']): (command: RunCommand) => void {
    const number = ++this.#lastNumber;
    const run = new ActiveRun(request, deliver);
    this.#runs.set(number, run);
    const { graph, ...rest } = request;
    const { payload, forget } = this.#graphIndex.use(graph);
    this.#link.post({
      kind: 'start',
      run: number,
      request: rest,
      graph: payload,
      prefetched: this.#prefetchFor(run),
      at: run.startedAt,
    });
    if (forget.length > 0) this.#link.post({ kind: 'forget', hashes: forget });
    return (command) => this.#command(number, command);
  }

  /** Filled until the message leaves, at the end of the turn: what takes longer is asked by the run. */
  #prefetchFor(run: ActiveRun): readonly PrefetchedAnswer[] {
    const prefetched: PrefetchedAnswer[] = [];
    for (const call of this.#prefetch.of(run.graphKey)) {
      const hostCall = this.#around.hostCall(call.hostCall);
      if (hostCall?.prefetch === undefined) continue;
      run.prefetch(hostCall, JSON.parse(call.input)).then(
        (output) => output !== undefined && prefetched.push({ ...call, output }),
        // Asked by the run itself, it fails where somebody hears of it.
        () => {},
      );
    }
    return prefetched;
  }

  check(graph: GraphReference): Promise<readonly string[]> {
    const number = ++this.#lastNumber;
    return new Promise((resolve, reject) => {
      this.#checks.set(number, { resolve, reject });
      const { payload, forget } = this.#graphIndex.use(graph);
      this.#link.post({ kind: 'check', check: number, graph: payload });
      if (forget.length > 0) this.#link.post({ kind: 'forget', hashes: forget });
    });
  }

  /** Resolves with the thread's next sign of life. */
  ping(): Promise<void> {
    return this.#watchdog.nextSign();
  }

  /** Lets go of all runs: what they were told to do is aborted, and nothing more is heard of them. */
  giveBack(reason: PlatformError): void {
    for (const run of this.#runs.keys()) {
      this.#link.post({ kind: 'command', run, command: { kind: 'abort', reason: reason.message } });
    }
    this.#endAll(reason);
  }

  /** Ends the thread; what still runs on it is given back. */
  async close(): Promise<void> {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#endAll(new PlatformError('unavailable', GIVEN_BACK, 'The server stopped before the run ended.'));
    await this.#link.terminate();
  }

  #command(number: number, command: RunCommand): void {
    const run = this.#runs.get(number);
    if (run === undefined) return;
    run.onCommand(command);
    this.#link.post({ kind: 'command', run: number, command });
  }

  #receive(message: FromWorker): void {
    this.#watchdog.onSign();
    switch (message.kind) {
      case 'ready':
        for (const problem of message.problems) this.#around.report({ message: problem });
        this.#watchdog.onReady();
        return;
      case 'events':
        for (const batch of message.batches) this.#onBatch(batch);
        return;
      case 'call':
        void this.#onCall(message);
        return;
      case 'checked':
        this.#takeCheck(message.check)?.resolve(message.warnings);
        return;
      case 'check-failed':
        this.#takeCheck(message.check)?.reject(decodeError(message.error));
        return;
      case 'problem':
        this.#around.report({ message: message.message, stack: message.stack });
        return;
      case 'pong':
        return;
    }
  }

  #onBatch([number, sent, encoded]: RunBatch): void {
    const run = this.#runs.get(number);
    if (run === undefined) return;
    const events = sent.map((event) => run.deltas.decode(event));
    const isOver = endsExecution(events.at(-1));
    if (isOver) {
      this.#runs.delete(number);
      run.end();
    }
    run.deliver(events, encoded);
    if (isOver) this.#around.onRunOver(this);
  }

  async #onCall(message: FromWorker & { kind: 'call' }): Promise<void> {
    const { call, run, hostCall: id, input } = message;
    try {
      const hostCall = this.#around.hostCall(id);
      const caller = this.#runs.get(run);
      if (hostCall === undefined) {
        throw new PlatformError('internal', 'engine.unknown_host_call', `No plugin answers the host call "${id}".`);
      }
      if (caller === undefined) throw runOver;
      if (hostCall.prefetch !== undefined) this.#prefetch.note(caller.graphKey, id, input);
      const output = await caller.call(hostCall, input);
      this.#link.post({ kind: 'reply', call, output });
    } catch (error) {
      const fallback = { code: 'engine.host_call_failed', message: `The host call "${id}" failed unexpectedly.` };
      const encoded = encodeError(error, fallback);
      if (encoded.code === fallback.code) this.#around.report({ message: fallback.message, error });
      this.#link.post({ kind: 'refuse', call, error: encoded });
    }
  }

  #takeCheck(number: number): PendingCheck | undefined {
    const pending = this.#checks.get(number);
    this.#checks.delete(number);
    return pending;
  }

  #onDeath(reason: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const memory = /memory/i.test(reason) ? ' A thread may have as much memory as WEFT_ENGINE_HEAP_MB says.' : '';
    const message = `The engine thread of this run ended unexpectedly (${reason}); run it again.${memory}`;
    this.#endAll(new PlatformError('unavailable', 'engine.thread_died', message));
    this.#around.onGone(this, reason);
  }

  #onBlocked(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const seconds = this.#around.blockedSeconds;
    const message = `A node kept the engine thread of this run busy for more than ${seconds} s without a pause (WEFT_ENGINE_BLOCKED_SECONDS); the thread was ended.`;
    void this.#link.terminate();
    this.#endAll(new PlatformError('unavailable', 'engine.thread_blocked', message));
    this.#around.onGone(this, `blocked for more than ${seconds} s`);
  }

  #endAll(error: PlatformError): void {
    this.#watchdog.stop();
    for (const pending of this.#checks.values()) pending.reject(error);
    this.#checks.clear();
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of runs) {
      run.end();
      run.deliver([failedRun(error, run.startedAt)]);
    }
  }
}
