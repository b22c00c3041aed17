import type { EngineLimits, EventBatchEncoder, RunCommand, RunEvent } from '#engine';
import { endsExecution, RUN_PERSISTED } from '#engine';
import { encodeError } from '#engine/pool/error-codec.ts';
import { failedRun } from '#engine/pool/failed-run.ts';
import type { FromWorker, GraphPayload, ThreadSetup, ToWorker } from '#engine/pool/protocol.ts';
import { currentTime, PlatformError, type Token, TransientMap } from '#kernel';
import { EventBatcher } from './event-batcher.ts';
import { GraphCache } from './graph-cache.ts';
import { HostClient } from './host-client.ts';
import { type LoadedModules, loadModules } from './module-loader.ts';
import type { Execution, RunEngine, RunnableGraph } from './run-engine.ts';

/** What happens in an engine thread, without the thread: messages in, messages out. */
export async function openThreadCore(setup: ThreadSetup, send: (message: FromWorker) => void): Promise<ThreadCore> {
  const [engine, modules] = await Promise.all([loadEngine(setup.engine), loadModules(setup)]);
  send({ kind: 'ready', problems: modules.problems });
  return new ThreadCore({ engine, modules, limits: setup.limits }, send);
}

async function loadEngine(module: string): Promise<RunEngine> {
  const { engine }: { engine: RunEngine } = await import(module);
  return engine;
}

const notStarted = { code: 'engine.not_started', message: 'The run could not be started: an unexpected failure.' };

interface ThreadParts {
  readonly engine: RunEngine;
  readonly modules: LoadedModules;
  readonly limits: EngineLimits | undefined;
}

export class ThreadCore {
  readonly #engine: RunEngine;
  readonly #modules: LoadedModules;
  readonly #limits: EngineLimits | undefined;
  readonly #send: (message: FromWorker) => void;
  readonly #graphs: GraphCache<RunnableGraph>;
  readonly #host: HostClient;
  readonly #batcher: EventBatcher;
  readonly #runs = new TransientMap<number, Execution>();

  constructor({ engine, modules, limits }: ThreadParts, send: (message: FromWorker) => void) {
    this.#engine = engine;
    this.#modules = modules;
    this.#limits = limits;
    this.#send = send;
    this.#host = new HostClient(send);
    this.#graphs = new GraphCache((text) => engine.build(text, modules.kinds, limits));
    this.#batcher = new EventBatcher((batches) => send({ kind: 'events', batches }));
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'start':
        this.#start(message);
        return;
      case 'command':
        this.#command(message.run, message.command);
        return;
      case 'reply':
        this.#host.answer(message.call, message.output);
        return;
      case 'refuse':
        this.#host.refuse(message.call, message.error);
        return;
      case 'check':
        this.#check(message.check, message.graph);
        return;
      case 'forget':
        this.#graphs.forget(message.hashes);
        return;
      case 'ping':
        this.#send({ kind: 'pong' });
        return;
    }
  }

  #start({ run, request, graph: payload, prefetched, at }: ToWorker & { kind: 'start' }): void {
    const startedAt = currentTime();
    this.#host.prefetch(run, prefetched, at);
    let isOver = false;
    const encoder = request.encoder === undefined ? undefined : this.#modules.services.get(request.encoder);
    if (encoder !== undefined) {
      this.#batcher.encodeWith(run, { encoder: encoder as EventBatchEncoder, runId: request.runId });
    }
    try {
      const graph = this.#graphs.get(payload);
      const execution = this.#engine.start(graph, request, {
        emit: (events) => {
          isOver = this.#emit(run, events) || isOver;
        },
        call: (hostCall, input) => this.#host.call(run, hostCall, input),
        // The events go first: the answer is about them.
        persisted: () => {
          this.#batcher.flush();
          return this.#host.call(run, RUN_PERSISTED, null);
        },
        service: <T>(token: Token<T>) => this.#service(token),
        ...(this.#limits !== undefined && { variableBytes: this.#limits.variableBytes }),
      });
      // A run of synchronous nodes may be over before its handle exists.
      if (!isOver) this.#runs.set(run, execution);
    } catch (error) {
      this.#emit(run, [failedRun(this.#encode(error, notStarted), startedAt)]);
    }
  }

  /** True when the last event this thread has of the run is among them. */
  #emit(run: number, events: readonly RunEvent[]): boolean {
    this.#batcher.add(run, events);
    if (!endsExecution(events.at(-1))) return false;
    this.#runs.delete(run);
    this.#host.abandon(run);
    return true;
  }

  #command(run: number, command: RunCommand): void {
    this.#runs.get(run)?.send(command);
    if (command.kind === 'abort') this.#host.abandon(run);
  }

  #check(check: number, payload: GraphPayload): void {
    try {
      const { warnings } = this.#graphs.get(payload);
      this.#send({ kind: 'checked', check, warnings });
    } catch (error) {
      const fallback = {
        code: 'engine.invalid_graph',
        message: 'The graph could not be built: an unexpected failure.',
      };
      this.#send({ kind: 'check-failed', check, error: this.#encode(error, fallback) });
    }
  }

  #encode(error: unknown, fallback: typeof notStarted): ReturnType<typeof encodeError> {
    const encoded = encodeError(error, fallback);
    if (encoded.message === fallback.message) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#send({ kind: 'problem', message: fallback.message, stack });
    }
    return encoded;
  }

  /** The map is keyed by the tokens' ids, and each module's `create` returns what its token stands for. */
  #service<T>(token: Token<T>): T {
    if (this.#modules.services.has(token.id)) return this.#modules.services.get(token.id) as T;
    const message = `The thread service "${token.id}" is not available.`;
    throw new PlatformError('unavailable', 'engine.no_thread_service', message);
  }
}
