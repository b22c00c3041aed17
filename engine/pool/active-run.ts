import type { HostCall, HostCaller, RunCommand, RunEvent, RunRequest } from '#engine';
import { currentTime, PlatformError } from '#kernel';
import { DeltaCodec } from './message-codec.ts';

/** One for all: most runs end with nothing pending, and what an error costs is mostly its stack. */
export const runOver = new PlatformError('conflict', 'engine.run_over', 'The run ended while a host call was pending.');

/** A run in progress, as the main thread knows it: whose it is, and what it is asking for. */
export class ActiveRun {
  readonly #caller: Omit<HostCaller, 'signal'>;
  readonly startedAt = currentTime();
  /** Its workspace's graph, for `HostCallPrefetch`. */
  readonly graphKey: string;
  readonly deltas = new DeltaCodec();
  readonly deliver: (events: readonly RunEvent[], encoded?: unknown) => void;
  #abort: AbortController | undefined;
  #isOver = false;

  constructor(request: RunRequest, deliver: ActiveRun['deliver']) {
    const { runId, workspaceId, appId, keyId = null, graph } = request;
    // Not the request as a whole: its inputs may be large, and the thread has them.
    this.#caller = { runId, workspaceId, appId, keyId };
    this.graphKey = `${workspaceId} ${graph.hash}`;
    this.deliver = deliver;
  }

  get workspaceId(): string {
    return this.#caller.workspaceId;
  }

  /** Answers a host call in the name of this run, whatever the thread's message says about its sender. */
  async call(hostCall: HostCall, input: unknown): Promise<unknown> {
    if (this.#isOver) {
      throw new PlatformError(
        'conflict',
        'engine.run_over',
        `The run was stopped before it could call ${hostCall.id}.`,
      );
    }
    return hostCall.call(input, this.#asCaller());
  }

  /** The answer of a host call that the run is about to make, as JSON text; undefined: it has to make it. */
  async prefetch(hostCall: HostCall, input: unknown): Promise<string | undefined> {
    return JSON.stringify(await hostCall.prefetch?.(input, this.#asCaller()));
  }

  #asCaller(): HostCaller {
    this.#abort ??= new AbortController();
    return { ...this.#caller, signal: this.#abort.signal };
  }

  /** An abort ends pending host calls at once; the thread ends the rest. */
  onCommand(command: RunCommand): void {
    if (command.kind === 'abort') this.end();
  }

  /** No host call outlives its run. */
  end(): void {
    this.#isOver = true;
    this.#abort?.abort(runOver);
  }
}
