import type { EngineLimits, RunCommand, RunRequest } from '#engine';
import type { NodeKinds } from '#engine/graph/graph.ts';
import type { RunHost } from '#engine/run/run-host.ts';

export interface Execution {
  send(command: RunCommand): void;
}

/** A graph ready to run; what it consists of is the engine's own affair. */
export interface RunnableGraph {
  readonly warnings: readonly string[];
}

/**
 * What a thread runs: the scheduler behind two functions. An object of its own so that the machinery of threads is
 * tested without a scheduler, and the scheduler without threads.
 */
export interface RunEngine<Graph extends RunnableGraph = RunnableGraph> {
  /** Throws `engine.invalid_graph`. */
  build(text: string, kinds: NodeKinds, limits?: EngineLimits): Graph;
  /** May emit the whole run before it returns. */
  start(graph: Graph, request: Omit<RunRequest, 'graph'>, host: RunHost): Execution;
}
