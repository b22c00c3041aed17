import {
  type EngineThreads,
  GIVEN_BACK,
  type GraphReference,
  type HostCall,
  type RunEvent,
  type RunHandle,
  type RunLayer,
  type Runner,
  type RunRequest,
} from '#engine';
import { currentTime, type Logger, PlatformError } from '#kernel';
import { failedRun } from './failed-run.ts';
import type { GraphRoom } from './graph-index.ts';
import type { ThreadSetup } from './protocol.ts';
import { ThreadClient } from './thread-client.ts';
import type { OpenLink } from './thread-link.ts';
import { WaitingRuns } from './waiting-runs.ts';

export interface PoolOptions {
  readonly threads: number;
  /** Runs in progress over all threads; more are refused with `engine.too_many_runs`. */
  readonly maxRuns: number;
  readonly blockedSeconds: number;
  readonly room: GraphRoom;
  readonly openLink: OpenLink;
  /** The contributions of the moment; read whenever a thread is born. */
  readonly setup: () => ThreadSetup;
  readonly hostCall: (id: string) => HostCall | undefined;
  readonly layers: () => readonly RunLayer[];
  readonly logger: Logger;
}

const longestPause = 10_000;
/** One part in so many of the room for runs is not for a workspace that has more than half of it. */
const RESERVED = 10;

const stopping = () =>
  new PlatformError('unavailable', GIVEN_BACK, 'The server is shutting down and executes no more runs.');

/**
 * Executes runs on a fixed number of engine threads; the thread with the fewest runs gets the next one. While every
 * thread is gone and its successor not born yet, runs wait.
 */
export class PoolRunner implements Runner, EngineThreads {
  readonly #options: PoolOptions;
  #threads: ThreadClient[] = [];
  /** Threads of an older setup, kept until their last run ends. */
  readonly #draining = new Set<ThreadClient>();
  readonly #births = new Map<ThreadClient, number>();
  readonly #waiting = new WaitingRuns();
  #state: 'new' | 'open' | 'stopping' | 'closed' = 'new';
  #isReloadDue = false;
  #quickDeaths = 0;
  #onQuiet: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get active(): number {
    let sum = this.#waiting.count;
    for (const thread of this.#threads) sum += thread.active;
    for (const thread of this.#draining) sum += thread.active;
    return sum;
  }

  get load(): readonly number[] {
    return [...this.#threads, ...this.#draining].map((thread) => thread.active);
  }

  /** Starts the threads. Called when contributions are complete. */
  open(): void {
    this.#state = 'open';
    this.#fill();
  }

  start(request: RunRequest, onEvents: Parameters<Runner['start']>[1]): RunHandle {
    const { runId, workspaceId, appId } = request;
    const run = { runId, workspaceId, appId };
    const deliver: typeof onEvents = (events, encoded) => this.#deliver(run, onEvents, events, encoded);
    return { runId, send: this.#begin(request, deliver, () => this.#allow(workspaceId)) };
  }

  /** Hands a run to a thread, or lets it wait for one; where that fails, the run does, with the reason. */
  #begin(request: RunRequest, deliver: Parameters<Runner['start']>[1], allow = () => {}): RunHandle['send'] {
    try {
      allow();
      const observable = this.#observable(request);
      return this.#leastBusy()?.start(observable, deliver) ?? this.#waiting.add(observable, deliver);
    } catch (error) {
      const reason =
        error instanceof PlatformError
          ? error
          : new PlatformError('internal', 'engine.not_started', 'The run could not be handed to an engine thread.');
      if (reason !== error) this.#options.logger.error({ error, runId: request.runId }, reason.message);
      queueMicrotask(() => deliver([failedRun(reason, currentTime())]));
      return () => undefined;
    }
  }

  async check(graph: GraphReference): Promise<readonly string[]> {
    const thread = this.#leastBusy();
    if (thread !== undefined) return thread.check(graph);
    throw new PlatformError('unavailable', 'engine.no_thread', 'No engine thread is ready; try again in a moment.', {
      retryAfter: 1,
    });
  }

  /** Resolves when a thread answers; rejects when none does before the signal. */
  async ping(signal: AbortSignal): Promise<void> {
    const silence = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => silence.reject(new Error('No engine thread answered in time.')));
    await Promise.race([Promise.any(this.#threads.map((thread) => thread.ping())), silence.promise]);
  }

  /**
   * New runs go to new threads with the setup of the moment; the old ones end with their last run. Calls of one turn
   * count as one: a plugin that comes or goes changes several extension points.
   */
  reload(): void {
    if (this.#isReloadDue) return;
    this.#isReloadDue = true;
    queueMicrotask(() => this.#reloadNow());
  }

  #reloadNow(): void {
    this.#isReloadDue = false;
    if (this.#state !== 'open') return;
    const old = this.#threads;
    this.#threads = [];
    this.#fill();
    for (const thread of old) {
      this.#draining.add(thread);
      this.#retire(thread);
    }
  }

  /** Accepts no more runs, waits for those in progress until `signal`, then gives back the rest. */
  async stop(signal: AbortSignal): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'stopping';
    this.#waiting.refuse(stopping());
    if (await this.#quiet(signal)) return;
    for (const thread of [...this.#threads, ...this.#draining]) thread.giveBack(stopping());
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#waiting.refuse(stopping());
    const all = [...this.#threads, ...this.#draining];
    this.#threads = [];
    this.#draining.clear();
    await Promise.all(all.map((thread) => thread.close()));
  }

  /** True when no run is left, false when the signal came first. */
  #quiet(signal: AbortSignal): Promise<boolean> {
    if (this.active === 0) return Promise.resolve(true);
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onQuiet = () => resolve(true);
      this.#onQuiet = onQuiet;
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
  }

  /**
   * Throws when the pool takes no more runs: of anybody, or of a workspace that has more than half of what there may be
   * while little room is left. Its clients may be gone, and its runs go on for hours: others can still begin theirs.
   */
  #allow(workspaceId: string): void {
    if (this.#state === 'stopping' || this.#state === 'closed') throw stopping();
    const { maxRuns } = this.#options;
    const { active } = this;
    const isNearlyFull = active >= maxRuns - Math.floor(maxRuns / RESERVED);
    if (active >= maxRuns || (isNearlyFull && this.#activeOf(workspaceId) > maxRuns / 2)) {
      const message = `This server already has ${active} runs in progress (WEFT_ENGINE_MAX_RUNS); try again in a moment.`;
      throw new PlatformError('limited', 'engine.too_many_runs', message, { retryAfter: 1 });
    }
  }

  #activeOf(workspaceId: string): number {
    let sum = 0;
    for (const thread of [...this.#threads, ...this.#draining]) sum += thread.activeOf(workspaceId);
    return sum;
  }

  #leastBusy(): ThreadClient | undefined {
    let best: ThreadClient | undefined;
    for (const thread of this.#threads) if (best === undefined || thread.active < best.active) best = thread;
    return best;
  }

  #fill(): void {
    if (this.#state === 'closed') return;
    while (this.#threads.length < this.#options.threads) this.#threads.push(this.#birth());
    this.#waiting.handOver((request, deliver) => this.#begin(request, deliver));
  }

  #birth(): ThreadClient {
    const { openLink, room, blockedSeconds, hostCall, logger } = this.#options;
    const thread = new ThreadClient(this.#options.setup(), {
      openLink,
      room,
      blockedSeconds,
      hostCall,
      report: ({ message, error, stack }) => logger.error({ error, stack }, message),
      onGone: (gone, reason) => this.#onGone(gone, reason),
      onRunOver: (ended) => this.#onRunOver(ended),
    });
    this.#births.set(thread, performance.now());
    return thread;
  }

  /** Layers see every event of every run: nothing is encoded while there is one. */
  #observable(request: RunRequest): RunRequest {
    if (request.encoder === undefined || this.#options.layers().length === 0) return request;
    const { encoder: _encoder, ...plain } = request;
    return plain;
  }

  #deliver(
    run: Parameters<RunLayer['onEvents']>[0],
    onEvents: Parameters<Runner['start']>[1],
    events: readonly RunEvent[],
    encoded: unknown,
  ): void {
    try {
      onEvents(events, encoded);
    } catch (error) {
      this.#options.logger.error({ error, runId: run.runId }, 'The receiver of a run’s events threw.');
    }
    for (const layer of this.#options.layers()) {
      try {
        layer.onEvents(run, events);
      } catch (error) {
        this.#options.logger.error({ error, runId: run.runId, layer: layer.id }, 'A run layer threw.');
      }
    }
  }

  #onRunOver(thread: ThreadClient): void {
    if (this.#draining.has(thread)) this.#retire(thread);
    if (this.#onQuiet !== undefined && this.active === 0) this.#onQuiet();
  }

  #retire(thread: ThreadClient): void {
    if (thread.active > 0) return;
    this.#draining.delete(thread);
    this.#births.delete(thread);
    void thread.close();
  }

  #onGone(thread: ThreadClient, reason: string): void {
    const age = performance.now() - (this.#births.get(thread) ?? 0);
    this.#births.delete(thread);
    this.#draining.delete(thread);
    this.#threads = this.#threads.filter((other) => other !== thread);
    this.#options.logger.error(
      { reason },
      'An engine thread ended and is replaced; its runs left it with this reason.',
    );
    // A thread that dies while it is born would otherwise be born in a tight loop.
    this.#quickDeaths = age < 5000 ? this.#quickDeaths + 1 : 0;
    const pause = this.#quickDeaths <= 3 ? 0 : Math.min(longestPause, 100 * 2 ** (this.#quickDeaths - 3));
    if (pause === 0) this.#fill();
    else setTimeout(() => this.#fill(), pause).unref();
    this.#onRunOver(thread);
  }
}
