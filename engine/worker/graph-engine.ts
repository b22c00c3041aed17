import type { GraphDocument } from '../contract.ts';
import { fromJson } from '../contract.ts';
import { buildGraph } from '../graph/build-graph.ts';
import type { Graph } from '../graph/graph.ts';
import { startRun } from '../run/start-run.ts';
import type { RunEngine } from './run-engine.ts';

/** The engine of a server's threads. The text is what `Documents.compile` wrote: its shape is not checked again. */
export const engine: RunEngine<Graph> = {
  build: (text, kinds, limits) => buildGraph(fromJson(text) as GraphDocument, kinds, limits),
  start: (graph, request, host) => startRun(graph, request, host),
};
