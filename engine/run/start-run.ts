import type { RunCommand } from '#engine';
import type { Graph } from '#engine/graph/graph.ts';
import type { RunHost } from './run-host.ts';
import { type GraphRequest, Scheduler } from './scheduler.ts';

/** A run in progress, in this thread. */
export interface RunExecution {
  /** Ignored when the run is over. */
  send(command: RunCommand): void;
  /** Resolves after `run-finished` was emitted; never rejects. */
  readonly done: Promise<void>;
}

/**
 * Starts a run. Whatever happens inside, it ends with one `run-finished` event. Nodes that answer synchronously run at
 * once: a whole run may be over, and its events emitted, before this returns.
 */
export function startRun(graph: Graph, request: GraphRequest, host: RunHost): RunExecution {
  const scheduler = new Scheduler(graph, request, host);
  scheduler.start(request);
  return { send: (command) => scheduler.send(command), done: scheduler.done };
}
